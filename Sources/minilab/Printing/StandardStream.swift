import Files
import Glibc

/// One of the three descriptors that every process starts with, and that we never close.
struct StandardStream: Sendable {
  let raw: Int32

  static let input = StandardStream(raw: 0)
  static let output = StandardStream(raw: 1)
  static let error = StandardStream(raw: 2)

  var isTerminal: Bool { isatty(raw) == 1 }

  func write(_ bytes: [UInt8]) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      do {
        start += try SystemError.check("write") {
          bytes.withUnsafeBytes { Glibc.write(raw, $0.baseAddress! + start, $0.count - start) }
        }
      } catch {
        // Whoever shares a terminal or pipe with us may have made it non-blocking.
        guard error.number == EAGAIN else { throw error }
        var watched = pollfd(fd: raw, events: Int16(POLLOUT), revents: 0)
        poll(&watched, 1, -1)
      }
    }
  }

  /// Some bytes; none at the end.
  func read(room: Int = 1 << 16) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: room)
    let count = try SystemError.check("read") {
      bytes.withUnsafeMutableBytes { Glibc.read(raw, $0.baseAddress, $0.count) }
    }
    return Array(bytes[..<count])
  }
}
