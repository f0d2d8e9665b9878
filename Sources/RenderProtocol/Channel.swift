public import Files
import FoundationEssentials
import Manifest

/// Messages over a socket: four bytes of length, most significant first, then JSON. Descriptors
/// travel with the length. Used by one thread at a time.
public struct Channel: ~Copyable, Sendable {
  private let socket: LocalSocket
  private var buffer: [UInt8] = []
  private var descriptors: [Descriptor] = []

  /// More than any honest message; a longer one ends the connection.
  private static let longest = 64 << 20

  public init(_ socket: LocalSocket) { self.socket = socket }

  public func send(
    _ message: some Encodable, _ descriptors: [Descriptor] = []
  ) throws {
    let body = try JSONEncoder().encode(message)
    let length = withUnsafeBytes(of: UInt32(body.count).bigEndian) { Array($0) }
    try socket.send(length + body, descriptors)
  }

  /// The next message with its descriptors; nil when the other end has closed.
  /// - Parameter milliseconds: how long to wait for each part of it; negative waits for ever.
  /// - Throws: `Expired` when the time is up.
  public mutating func receive<Message: Decodable>(
    _ type: Message.Type, milliseconds: Int32 = -1
  ) throws -> (message: Message, descriptors: [Descriptor])? {
    while true {
      if buffer.count >= 4 {
        let length = buffer[..<4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.longest else { throw SystemError("message length", number: 90) }
        if buffer.count >= 4 + length {
          let message = try JSONDecoder().decode(type, from: Data(buffer[4..<4 + length]))
          buffer.removeFirst(4 + length)
          defer { descriptors = [] }
          return (message, descriptors)
        }
      }
      guard try socket.waitForInput(milliseconds: milliseconds) else { throw Expired() }
      let part = try socket.receive()
      if part.bytes.isEmpty { return nil }
      buffer += part.bytes
      descriptors += part.descriptors
    }
  }

  /// Nothing came in time.
  public struct Expired: Error {
    public init() {}
  }
}
