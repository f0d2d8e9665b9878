import Dispatch

/// Time since an item was begun, on a clock that nobody sets.
struct Stopwatch: Sendable {
  private let start = DispatchTime.now().uptimeNanoseconds

  var nanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds - start }
  var milliseconds: Int { Int(nanoseconds / 1_000_000) }

  /// On `DispatchTime`'s clock, nanoseconds.
  func deadline(milliseconds: Int) -> UInt64 { start + UInt64(milliseconds) * 1_000_000 }
}
