import Storage
import Synchronization

/// What a pool has done since it began, all of it only rising.
public struct PoolFigures: Sendable, Equatable {
  /// A part of an item's way through the pool.
  public enum Stage: String, Sendable, CaseIterable {
    /// In a lane, as `StageTimes`.
    case look, render, write
    /// Made durable and put out, together with others.
    case publish
  }

  public struct Times: Sendable, Equatable {
    public var count = 0
    /// Of all items together.
    public var seconds = 0.0

    public init() {}
  }

  public var times: [Stage: Times] = [:]
  /// Of files put out.
  public var bytesWritten: Int64 = 0
  /// Items that went back to the queue after something went wrong.
  public var retries = 0
  /// Renderers that were started after a lane's first one.
  public var rendererRestarts = 0

  public init() {}
}

/// Collects them from the pool's threads.
final class Measures: Sendable {
  private let state = Mutex(PoolFigures())

  var figures: PoolFigures { state.withLock(\.self) }

  /// An item's time in its lane.
  func note(_ times: StageTimes) {
    note(.look, seconds: Double(times.look) / 1e6)
    note(.render, seconds: Double(times.render) / 1e6)
    note(.write, seconds: Double(times.write) / 1e6)
  }

  /// - Parameter seconds: of each item.
  private func note(_ stage: PoolFigures.Stage, items: Int = 1, seconds: Double) {
    state.withLock { figures in
      figures.times[stage, default: PoolFigures.Times()].count += items
      figures.times[stage]?.seconds += seconds * Double(items)
    }
  }

  func note(published group: [Finished], nanoseconds: UInt64) {
    let bytes = group.map { finished -> Int64 in
      guard case .prepared(let item) = finished else { return 0 }
      return item.publication.files.reduce(0) { $0 + $1.size }
    }
    note(.publish, items: group.count, seconds: Double(nanoseconds) / 1e9)
    state.withLock { $0.bytesWritten += bytes.reduce(0, +) }
  }

  func noteRetry() { state.withLock { $0.retries += 1 } }
  func noteRestart() { state.withLock { $0.rendererRestarts += 1 } }
}
