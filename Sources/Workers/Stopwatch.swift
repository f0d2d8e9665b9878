import Dispatch
import Storage

/// Time since an item was begun, on a clock that nobody sets.
struct Stopwatch: Sendable {
  private let start = DispatchTime.now().uptimeNanoseconds

  var nanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds - start }
  var milliseconds: Int { Int(nanoseconds / 1_000_000) }

  /// On `DispatchTime`'s clock, nanoseconds.
  func deadline(milliseconds: Int) -> UInt64 { start + UInt64(milliseconds) * 1_000_000 }
}

/// Measures the stages of one item's work. Used by its lane only.
final class StageWatch {
  enum Stage { case render, write }

  private let whole = Stopwatch()
  private var nanoseconds: [Stage: UInt64] = [:]

  func measure<T>(_ stage: Stage, _ body: () throws -> T) rethrows -> T {
    let stopwatch = Stopwatch()
    defer { nanoseconds[stage, default: 0] += stopwatch.nanoseconds }
    return try body()
  }

  /// So far; what is no other stage was a look.
  var times: StageTimes {
    func microseconds(_ stage: Stage) -> Int { Int((nanoseconds[stage] ?? 0) / 1000) }
    let (render, write) = (microseconds(.render), microseconds(.write))
    return StageTimes(
      look: max(0, Int(whole.nanoseconds / 1000) - render - write), render: render, write: write)
  }
}
