import Glibc
import Synchronization

/// Admission by estimated memory: an item waits until what is in work leaves it room. One above the
/// whole budget runs alone.
final class MemoryBudget: Sendable {
  private struct State { var used = 0 }

  private let total: Int
  private let state = Mutex(State())
  private let freed = Condition()

  /// - Parameter total: bytes; by default half of the machine's memory.
  init(total: Int = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) / 2) {
    self.total = total
  }

  func whileHolding<T>(_ bytes: Int, _ body: () throws -> T) rethrows -> T {
    let share = min(bytes, total)
    freed.wait(until: {
      state.withLock { state in
        guard state.used == 0 || state.used + share <= total else { return false }
        state.used += share
        return true
      }
    })
    defer {
      state.withLock { $0.used -= share }
      freed.broadcast()
    }
    return try body()
  }
}
