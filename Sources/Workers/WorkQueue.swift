import Synchronization

/// A line of work between threads, first in, first out.
final class WorkQueue<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let changed = Condition()
  /// Who adds more waits.
  private let capacity: Int

  init(capacity: Int = .max) { self.capacity = capacity }

  var count: Int { state.withLock { $0.waiting.count } }

  func add(_ elements: [Element]) {
    changed.wait { state.withLock { $0.waiting.count < capacity } }
    state.withLock { $0.waiting += elements }
    changed.broadcast()
  }

  /// Waits for something to do; empty once the queue is closed and done.
  /// - Parameter limit: how much to take at once.
  func take(upTo limit: Int = 1) -> [Element] {
    var taken: [Element] = []
    changed.wait {
      state.withLock { state in
        taken = Array(state.waiting.prefix(limit))
        state.waiting.removeFirst(taken.count)
        return !taken.isEmpty || state.isClosed
      }
    }
    changed.broadcast()
    return taken
  }

  /// Takes back all that nobody has begun.
  func takeAll() -> [Element] {
    let all = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    changed.broadcast()
    return all
  }

  /// Nothing is added any more; who waits goes home when all is taken.
  func close() {
    state.withLock { $0.isClosed = true }
    changed.broadcast()
  }
}
