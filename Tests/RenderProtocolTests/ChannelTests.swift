import Files
import FoundationEssentials
import Glibc
import Manifest
import Testing

@testable import RenderProtocol

@Suite struct ChannelTests {
  @Test("a request arrives as it was sent, its descriptors open and in order")
  func roundTrip() throws {
    let (near, far) = try LocalSocket.pair()
    let request = Request.render(
      Request.Render(
        limits: Limits(maxPixels: 7),
        operations: [Operation("crop", ["aspect": .text("3:2"), "x": .list([.number(1)])])],
        outputs: [
          OutputSettings(
            format: .webp, size: SizeRequest(width: 3, fit: .cover),
            finish: [Operation("retro")], encoding: Encoding(quality: 7))
        ]))
    let files = try ["one", "two"].map { text in
      let file = try MemoryFile.make()
      try Array(text.utf8).withUnsafeBytes { try file.writeAll($0) }
      return file
    }
    try Channel(near).send(request, files)
    var channel = Channel(far)
    let (message, descriptors) = try #require(try channel.receive(Request.self))
    #expect(message == request)
    #expect(descriptors.count == 2)
    #expect(
      try descriptors.map { String(decoding: try $0.readAll(), as: UTF8.self) } == ["one", "two"])
    #expect(descriptors[0].raw != files[0].raw)
  }

  @Test("every reply survives the way")
  func replies() throws {
    let (near, far) = try LocalSocket.pair()
    var channel = Channel(far)
    let replies: [Reply] = [
      .inspected(
        SourceHeader(
          format: "png", width: 1, height: 2, pages: 3, hasAlpha: true, decodedBytes: 4,
          renderer: "libvips 8.14.1")),
      .progress(55),
      .rendered(
        Rendered(
          files: [.init(width: 1, height: 2, warnings: [Warning(.alpha, "…")])],
          decodeScale: 0.25)),
      .failed(Failure(.tooLarge, "message", hint: "hint", stage: .inspect)),
    ]
    // All at once: the receiver must find where one ends.
    for reply in replies { try Channel(near).send(reply) }
    for reply in replies {
      #expect(try channel.receive(Reply.self)?.message == reply)
    }
  }

  @Test("a message that comes in parts is put together")
  func parts() throws {
    let (near, far) = try LocalSocket.pair()
    let body = Array(try JSONEncoder().encode(Reply.progress(42)))
    let message = [0, 0, 0, UInt8(body.count)] + body
    var channel = Channel(far)
    for byte in message.dropLast() { try near.send([byte]) }
    #expect(throws: Channel.Expired.self) {
      _ = try channel.receive(Reply.self, milliseconds: 0)
    }
    try near.send([message.last!])
    #expect(try channel.receive(Reply.self, milliseconds: 0)?.message == .progress(42))
  }

  @Test("a large message passes through a small socket")
  func large() async throws {
    let (near, far) = try LocalSocket.pair()
    let text = String(repeating: "x", count: 3_000_000)
    let sending = Thread.start { try? Channel(near).send(Reply.failed(Failure(.usage, text))) }
    var channel = Channel(far)
    let reply = try channel.receive(Reply.self)?.message
    sending.join()
    #expect(reply == .failed(Failure(.usage, text)))
  }

  @Test("a closed peer is the end, even within a message; sending to it throws")
  func closed() throws {
    var (near, far): (LocalSocket?, LocalSocket) = try LocalSocket.pair()
    try near?.send([0, 0, 0, 9, 1])
    near = nil
    var channel = Channel(far)
    #expect(try channel.receive(Reply.self) == nil)
    #expect(throws: SystemError.self) { try Channel(far).send(Reply.progress(1)) }
  }

  @Test("an absurd length and bytes that are no message are errors")
  func garbage() throws {
    for bytes: [UInt8] in [[255, 255, 255, 255], [0, 0, 0, 2, 0x7b, 0x7b]] {
      let (near, far) = try LocalSocket.pair()
      try near.send(bytes)
      var channel = Channel(far)
      #expect(throws: (any Error).self) { _ = try channel.receive(Reply.self) }
    }
  }
}

/// A thread for a blocking call.
private final class Thread {
  private var handle = pthread_t()

  static func start(_ body: @escaping @Sendable () -> Void) -> Thread {
    let thread = Thread()
    let box = Unmanaged.passRetained(Body(run: body))
    pthread_create(
      &thread.handle, nil,
      {
        Unmanaged<Body>.fromOpaque($0!).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    return thread
  }

  func join() { pthread_join(handle, nil) }

  private final class Body {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
