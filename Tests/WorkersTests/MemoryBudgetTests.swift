import Dispatch
import Synchronization
import Testing

@testable import Workers

@Suite struct MemoryBudgetTests {
  @Test("What is held at once stays within the budget")
  func within() {
    let budget = MemoryBudget(total: 10)
    let held = Mutex((now: 0, most: 0))
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      let bytes = number % 7 + 1
      budget.whileHolding(bytes) {
        held.withLock {
          $0.now += bytes
          $0.most = max($0.most, $0.now)
        }
        held.withLock { $0.now -= bytes }
      }
    }
    #expect(held.withLock { $0.most } <= 10)
  }

  @Test("One above the whole budget runs alone")
  func alone() {
    let budget = MemoryBudget(total: 10)
    #expect(budget.whileHolding(1_000) { 5 } == 5)
  }
}
