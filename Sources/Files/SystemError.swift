import Glibc

/// A system call that failed.
public struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  public let number: Int32
  public let call: String

  /// - Parameter number: nil for the call's own, in `errno`.
  public init(_ call: String, number: Int32? = nil) {
    self.number = number ?? errno
    self.call = call
  }

  /// The kernel's own words, such as "No such file or directory".
  public var reason: String { String(cString: strerror(number)) }
  public var description: String { "\(call): \(reason)" }
}

extension SystemError {
  /// Runs a call that answers -1 on failure, again as long as a signal interrupts it.
  @discardableResult
  public static func check<N: FixedWidthInteger & SignedInteger>(
    _ call: String, _ body: () -> N
  ) throws(SystemError) -> N {
    while true {
      let result = body()
      if result >= 0 { return result }
      let number = errno
      if number != EINTR { throw SystemError(call, number: number) }
    }
  }
}
