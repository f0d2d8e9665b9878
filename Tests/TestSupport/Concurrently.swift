import Dispatch
import Synchronization

/// Runs bodies at the same time, each on a thread of its own, and waits for all.
public func concurrently(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Void
) throws {
  let failures = Mutex<[any Error]>([])
  let group = DispatchGroup()
  for number in 0..<count {
    DispatchQueue(label: "thread \(number)").async(group: group) {
      do { try body(number) } catch { failures.withLock { $0.append(error) } }
    }
  }
  group.wait()
  if let failure = failures.withLock({ $0.first }) { throw failure }
}
