import Files
import Glibc
import Manifest

/// An item's files cannot be worked on for now: their disk is full, read-only or away, or another
/// program holds one open. Nothing ends because of that: the item stays its worker's and is tried
/// again.
struct OutOfReach: Error {
  let failure: Failure

  init(_ failure: Failure) { self.failure = failure }

  init(_ error: SystemError, at path: BytePath) {
    failure = ItemFailure(target: error, at: path).failure
  }

  /// - Returns: nil if the error is no matter of waiting.
  init?(causeOf error: any Error, at path: BytePath) {
    switch error {
    case let error as OutOfReach: self = error
    case let error as SystemError: self.init(error, at: path)
    case let error as Failure where EnvironmentPause.isCause(error) || error.code == .rootMissing:
      self.init(error)
    default: return nil
    }
  }
}
