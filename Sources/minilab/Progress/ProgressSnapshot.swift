/// How far the work is.
struct ProgressSnapshot: Sendable, Equatable {
  var total = 0
  var succeeded = 0
  var skipped = 0
  /// Quarantined ones count here too.
  var failed = 0
  var cancelled = 0
  var running = 0
  /// Seconds since the start.
  var elapsed = 0.0
  var history = RateHistory()

  var done: Int { succeeded + skipped + failed + cancelled }

  /// Seconds until the end; nil while the rate is unknown.
  var remaining: Double? { history.rate.map { Double(max(0, total - done)) / $0 } }
}
