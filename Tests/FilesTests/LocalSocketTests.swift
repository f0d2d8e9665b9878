import Dispatch
import Glibc
import Testing

@testable import Files

@Suite struct LocalSocketTests {
  @Test("Descriptors arrive in order with the bytes, open and not for children")
  func descriptors() throws {
    let (here, there) = try LocalSocket.pair()
    let files = try (0..<3).map { number in
      let file = try MemoryFile.make()
      try file.write("file \(number)")
      return file
    }
    try here.send(Array("hello".utf8), files)
    let (bytes, descriptors) = try there.receive()
    #expect(bytes == Array("hello".utf8))
    #expect(
      try descriptors.map { try $0.readAll() } == (0..<3).map { Array("file \($0)".utf8) })
    #expect(descriptors.allSatisfy { fcntl($0.raw, F_GETFD) & FD_CLOEXEC != 0 })
  }

  @Test("More than a socket holds is sent whole, its descriptors once")
  func long() throws {
    let (here, there) = try LocalSocket.pair()
    let file = try MemoryFile.make()
    let message = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    DispatchQueue(label: "sender").async { try? here.send(message, [file]) }
    var received: [UInt8] = []
    var descriptors = 0
    while received.count < message.count {
      let (bytes, files) = try there.receive(room: 1 << 20)
      try #require(!bytes.isEmpty)
      received += bytes
      descriptors += files.count
    }
    #expect(received == message)
    #expect(descriptors == 1)
  }

  @Test("Input is waited for, and the end of the other side is input too")
  func waiting() throws {
    let (here, there) = try LocalSocket.pair()
    #expect(try there.waitForInput(milliseconds: 0) == false)
    try here.send([1])
    #expect(try there.waitForInput(milliseconds: -1))
    #expect(try there.receive().bytes == [1])
    #expect(shutdown(here.descriptor.raw, Int32(SHUT_RDWR)) == 0)
    #expect(try there.waitForInput(milliseconds: -1))
    #expect(try there.receive().bytes.isEmpty)
    #expect(errorNumber { try there.send([1]) } == EPIPE)
  }
}
