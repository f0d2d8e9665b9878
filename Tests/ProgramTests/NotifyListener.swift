import Dispatch
import Files
import Glibc

/// What a service manager hears: plays systemd's end of $NOTIFY_SOCKET.
final class NotifyListener {
  /// As $NOTIFY_SOCKET has it.
  let name: BytePath
  private let socket: Descriptor
  /// All assignments so far, in order.
  private(set) var heard: [String] = []

  /// - Parameter name: a path, or an abstract name behind "@".
  init(_ name: BytePath) throws {
    self.name = name
    socket = Descriptor(
      owning: try SystemError.check("socket") {
        Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      })
    let isAbstract = name.bytes.first == UInt8(ascii: "@")
    let path = isAbstract ? [0] + name.bytes.dropFirst() : name.bytes + [0]
    let address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + path
    try SystemError.check("bind") {
      address.withUnsafeBytes {
        bind(
          socket.raw, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self),
          socklen_t(address.count))
      }
    }
  }

  /// Listens until something is heard, from the beginning or behind a place in `heard`.
  /// - Returns: its place; nil when it does not come in time.
  func place(
    after start: Int = -1, milliseconds: Int = 60_000, where fits: (String) -> Bool
  ) throws -> Int? {
    let deadline = DispatchTime.now() + .milliseconds(milliseconds)
    while true {
      if let place = heard.indices.first(where: { $0 > start && fits(heard[$0]) }) { return place }
      let rest = Int64(deadline.uptimeNanoseconds) - Int64(DispatchTime.now().uptimeNanoseconds)
      guard rest > 0 else { return nil }
      try listen(milliseconds: Int32(rest / 1_000_000 + 1))
    }
  }

  func place(after start: Int = -1, of text: String) throws -> Int? {
    try place(after: start) { $0 == text }
  }

  private func listen(milliseconds: Int32) throws {
    var watched = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, milliseconds) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 1 << 12)
    let count = try SystemError.check("recv") { recv(socket.raw, &bytes, bytes.count, 0) }
    heard += String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }
}
