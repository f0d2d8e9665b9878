import CLinux
import Glibc

/// One end of a connected pair that carries bytes and descriptors. Used by one thread at a time.
public struct LocalSocket: Sendable {
  public let descriptor: Descriptor

  public init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  public static func pair() throws(SystemError) -> (LocalSocket, LocalSocket) {
    var ends: [Int32] = [0, 0]
    try SystemError.check("socketpair") { cl_socket_pair(&ends) }
    return (LocalSocket(Descriptor(owning: ends[0])), LocalSocket(Descriptor(owning: ends[1])))
  }

  /// Sends everything; the descriptors travel with the first byte.
  public func send(_ bytes: [UInt8], _ descriptors: [Descriptor] = []) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      let fds = start == 0 ? descriptors.map(\.raw) : []
      let count = try SystemError.check("sendmsg") {
        bytes.withUnsafeBytes {
          cl_send(descriptor.raw, $0.baseAddress! + start, $0.count - start, fds, Int32(fds.count))
        }
      }
      start += count
    }
  }

  /// Receives some bytes, at most `room`; none when the other end has closed.
  public func receive(
    room: Int = 1 << 16
  ) throws(SystemError) -> (bytes: [UInt8], descriptors: [Descriptor]) {
    var fds = [Int32](repeating: -1, count: 250)
    var count = Int32(fds.count)
    var bytes = [UInt8](repeating: 0, count: room)
    let got = try SystemError.check("recvmsg") {
      bytes.withUnsafeMutableBytes {
        cl_receive(descriptor.raw, $0.baseAddress, $0.count, &fds, &count)
      }
    }
    return (Array(bytes[..<got]), fds[..<Int(count)].map { Descriptor(owning: $0) })
  }

  /// Waits until something can be received or the other end has closed; false when the time is up.
  /// - Parameter milliseconds: negative waits for ever.
  public func waitForInput(milliseconds: Int32) throws(SystemError) -> Bool {
    var watched = pollfd(fd: descriptor.raw, events: Int16(POLLIN), revents: 0)
    return try SystemError.check("poll") { poll(&watched, 1, milliseconds) } > 0
  }
}
