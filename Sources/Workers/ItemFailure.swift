import Files
import Glibc
import Manifest

/// Why an item's work stopped, and whether trying again may help.
struct ItemFailure: Error {
  let failure: Failure
  let isTransient: Bool

  init(_ failure: Failure, isTransient: Bool = false) {
    self.failure = failure
    self.isTransient = isTransient
  }

  /// A source that cannot be opened or read.
  init(source error: SystemError, at path: BytePath) {
    let failure: Failure =
      switch error.number {
      case ENOENT, ENOTDIR:
        Failure(.sourceMissing, "\(path) is not there", stage: .open)
      case EACCES, EPERM:
        Failure(
          .accessDenied, "\(path) may not be read",
          hint: "give minilab's user the right to read it",
          stage: .open)
      case ELOOP, EXDEV:
        Failure(
          .accessDenied, "\(path) is a symbolic link or lies behind one",
          hint: "links are never followed: name the file itself", stage: .open)
      case ENOSYS:
        Failure(
          .accessDenied, "\(path) cannot be opened safely: openat2 is not to be had here",
          hint: "minilab needs Linux 5.6, and a service without RestrictSUIDSGID=yes",
          stage: .open)
      default:
        Failure(
          .decodeFailed, "\(path) cannot be read: \(error.reason)", hint: "check its disk",
          stage: .open)
      }
    self.init(failure, isTransient: ItemFailure.mayPass(error))
  }

  /// An output that cannot be written.
  init(target error: SystemError, at path: BytePath) {
    let failure: Failure =
      switch error.number {
      case ENOSPC, EDQUOT:
        Failure(
          .noSpace, "no space left for \(path)", hint: "free some space; it is tried again",
          stage: .publish)
      case EXDEV, ELOOP:
        Failure(
          .outputDenied, "\(path) leads out of the folder that `to` names",
          hint: "a link points elsewhere: set `to` to the real folder", stage: .publish)
      default:
        Failure(
          .outputDenied, "\(path) cannot be written: \(error.reason)",
          hint: "check the folder's owner, mode and disk", stage: .publish)
      }
    self.init(failure, isTransient: ItemFailure.mayPass(error))
  }

  private static func mayPass(_ error: SystemError) -> Bool {
    [EIO, ESTALE, ETIMEDOUT, ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM].contains(error.number)
  }
}
