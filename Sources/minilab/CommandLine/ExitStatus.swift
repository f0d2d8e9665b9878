import Manifest

/// How the program ends. The numbers above 63 are those of sysexits.h, the last two those of a
/// shell for a signal.
enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  case failed = 1
  case someFailed = 3
  case usage = 64
  case manifestInvalid = 65
  case environment = 75
  case interrupted = 130
  case terminated = 143

  var meaning: String {
    switch self {
    case .done: "done, also when nothing was out of date"
    case .failed: "failed, refused, cancelled, or nothing selected"
    case .someFailed: "some items failed or were quarantined"
    case .usage: "the command line is wrong"
    case .manifestInvalid: "a manifest is invalid"
    case .environment: "disk full or database away: try again later"
    case .interrupted: "ended by Ctrl-C (SIGINT)"
    case .terminated: "ended by SIGTERM"
    }
  }

  /// The status of a command that a failure ended.
  init(_ code: ErrorCode) {
    switch code {
    case .usage, .notYet: self = .usage
    case .manifestInvalid: self = .manifestInvalid
    case .noSpace, .databaseUnavailable: self = .environment
    default: self = .failed
    }
  }
}
