import Glibc
import Testing

@testable import Files

@Suite struct DescriptorTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func open(_ name: BytePath, _ flags: Int32) throws -> Descriptor {
    try Descriptor.open(temporary.path.appending(name), flags)
  }

  /// More than one of the chunks that files are read in, and not a multiple of them.
  private static let long = String(repeating: "minilab ", count: 20_000) + "."

  @Test("A file is read whole, wherever its offset stands", arguments: ["", "short", long])
  func readAll(text: String) throws {
    let file = try temporary.write("a", text)
    #expect(try file.readAll() == Array(text.utf8))
    #expect(try file.readStream().isEmpty)
  }

  @Test("A pipe is read to its end")
  func readStream() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let reading = Descriptor(owning: ends[0])
    do {
      let writing = Descriptor(owning: ends[1])
      try writing.write("a\nb")
    }
    #expect(try reading.readStream() == Array("a\nb".utf8))
  }

  @Test("A copy holds all of the other file, whatever its offset", arguments: ["", "short", long])
  func copyAll(text: String) throws {
    let copy = try temporary.write("b")
    try copy.copyAll(of: try temporary.write("a", text))
    #expect(try copy.readAll() == Array(text.utf8))
    let memory = try MemoryFile.make()
    try memory.copyAll(of: copy)
    #expect(try memory.readAll() == Array(text.utf8))
  }

  @Test("A file is locked for one descriptor until that is closed")
  func lock() throws {
    try temporary.write("lock")
    var first: Descriptor? = try open("lock", O_RDWR)
    let second = try open("lock", O_RDWR)
    #expect(try first?.tryLock() == true)
    #expect(try first?.tryLock() == true)
    #expect(try second.tryLock() == false)
    first = nil
    #expect(try second.tryLock())
  }

  @Test("Who has a file open for writing is noticed, where the file system can tell")
  func writers() throws {
    try temporary.write("a", "x")
    let reading = try open("a", O_RDONLY)
    #expect(reading.nobodyWrites() != false)
    do {
      let writing = try open("a", O_WRONLY)
      #expect(reading.nobodyWrites() != true)
      _ = consume writing
    }
    #expect(reading.nobodyWrites() != false)
  }

  @Test("Descriptors are not for children")
  func closeOnExec() throws {
    #expect(fcntl(try temporary.write("a").raw, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test("A file takes over the mode of another")
  func ownership() throws {
    let (file, other) = (try temporary.write("a"), try temporary.write("b"))
    #expect(fchmod(other.raw, 0o640) == 0)
    try file.takeOwnership(of: other.status())
    #expect(try file.status().mode & 0o7777 == 0o640)
  }

  @Test("A missing file says so in the kernel's words")
  func missing() throws {
    let error = #expect(throws: SystemError.self) { try self.open("none", O_RDONLY) }
    #expect(error?.number == ENOENT)
    #expect(error?.description == "open: No such file or directory")
  }
}
