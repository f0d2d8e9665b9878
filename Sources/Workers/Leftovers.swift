import Dispatch
import Manifest
import Synchronization

/// Items of this worker whose files are out of reach: they are tried again and again.
final class Leftovers: Sendable {
  private struct Leftover {
    let lease: Int64
    let failure: Failure
    let since = DispatchTime.now()
  }

  private let items = Mutex<[Int64: Leftover]>([:])
  private let notice: @Sendable (Failure) -> Void

  /// - Parameter notice: hears of every item once.
  init(notice: @escaping @Sendable (Failure) -> Void) { self.notice = notice }

  func add(_ item: Int64, lease: Int64, _ reason: OutOfReach) {
    let isNew = items.withLock { items in
      if items[item]?.lease == lease { return false }
      items[item] = Leftover(lease: lease, failure: reason.failure)
      return true
    }
    if isNew { notice(reason.failure) }
  }

  func remove(_ item: Int64) { _ = items.withLock { $0.removeValue(forKey: item) } }

  var all: [(item: Int64, lease: Int64)] {
    items.withLock { items in items.map { ($0.key, $0.value.lease) } }
  }

  var isEmpty: Bool { items.withLock(\.isEmpty) }

  /// Why it is hopeless, once one has lasted too long.
  func verdict(patience: DispatchTimeInterval) -> Failure? {
    items.withLock { items in
      items.values.first { $0.since + patience < .now() }?.failure
    }
  }
}
