import Manifest
import Storage

/// Whether and when an item that went wrong is tried again.
enum RetryPolicy {
  /// A renderer that crashed or hung this often on one item did so because of it.
  static let crashesUntilQuarantine = 3

  /// - Parameters:
  ///   - errors: handled transient errors before this one; crashes: the same for renderers.
  ///   - now: microseconds since 1970.
  static func end(
    after failure: Failure, isTransient: Bool, errors: Int, crashes: Int, retries: Int, now: Int64
  ) -> ItemEnd {
    switch failure.code {
    case .crashed, .timedOut:
      if crashes + 1 >= crashesUntilQuarantine { return .quarantined(failure) }
      return .retried(failure, dueAt: now + pause(after: crashes, first: 200_000), .crash)
    case .noSpace, .databaseUnavailable:
      return .retried(failure, dueAt: now, .nothing)
    case .outOfMemory: break
    default: if !isTransient { return .failed(failure) }
    }
    if errors >= retries { return .failed(failure) }
    return .retried(failure, dueAt: now + pause(after: errors, first: 1_000_000), .error)
  }

  /// Doubles from try to try, a minute at most. Microseconds.
  private static func pause(after count: Int, first: Int64) -> Int64 {
    min(first << min(count, 20), 60_000_000)
  }
}
