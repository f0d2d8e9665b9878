import Glibc

/// Where a service manager that started us listens: one datagram a message, of lines NAME=VALUE.
/// https://www.freedesktop.org/software/systemd/man/sd_notify.html
public final class NotifySocket: Sendable {
  private let descriptor: Descriptor
  /// As bind() and sendto() take it.
  private let address: [UInt8]

  /// - Parameter name: as in $NOTIFY_SOCKET: a path, or an abstract name behind "@".
  /// - Returns: nil for a kind of address that this is not, or one that is too long.
  public init?(_ name: BytePath) {
    guard let first = name.bytes.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@"),
      let descriptor = try? NotifySocket.make()
    else { return nil }
    // An abstract name begins with NUL and has no end; its length is the address's.
    let path = first == UInt8(ascii: "@") ? [0] + name.bytes.dropFirst() : name.bytes + [0]
    guard path.count <= MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
    self.descriptor = descriptor
    address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + path
  }

  private static func make() throws(SystemError) -> Descriptor {
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    return Descriptor(owning: try SystemError.check("socket") { socket(AF_UNIX, kind, 0) })
  }

  /// Sends assignments as one message. That nobody listens any more is of no matter.
  public func send(_ assignments: [String]) {
    let message = Array(assignments.joined(separator: "\n").utf8)
    _ = address.withUnsafeBytes { address in
      sendto(
        descriptor.raw, message, message.count, Int32(MSG_NOSIGNAL),
        address.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count))
    }
  }
}
