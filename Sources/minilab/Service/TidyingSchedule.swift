import Dispatch
import Manifest
import Storage
import Synchronization

/// Tidies the library once a day on a thread of its own, so that work never waits for it.
final class TidyingSchedule: Sendable {
  private static let second: UInt64 = 1_000_000_000

  private let library: Library
  private let output: Output
  private let queue = DispatchQueue(label: "tidying")
  private let state = Mutex(State())

  private struct State {
    var isStopped = false
    var isBusy = false
    /// Not at once: who starts a worker wants work done.
    var next = DispatchTime.now().uptimeNanoseconds + 60 * TidyingSchedule.second
  }

  init(_ library: Library, _ output: Output) {
    self.library = library
    self.output = output
  }

  /// - Parameter now: nanoseconds on `DispatchTime`'s clock.
  func turn(_ now: UInt64) {
    let isDue = state.withLock { state in
      guard !state.isBusy, !state.isStopped, now >= state.next else { return false }
      state.isBusy = true
      state.next = now + 3600 * Self.second
      return true
    }
    if isDue { queue.async { [self] in tidy() } }
  }

  /// Returns when it has stopped, which takes one step at most.
  func stop() {
    state.withLock { $0.isStopped = true }
    queue.sync {}
  }

  private func tidy() {
    defer { state.withLock { $0.isBusy = false } }
    do {
      let tidying = Tidying(library)
      guard try tidying.takeTurn() else { return }
      let result = try tidying.run { self.state.withLock { !$0.isStopped } }
      guard result != Tidying.Result() else { return }
      output.note(
        "tidied: dropped \(Quantity.count(result.jobs, "old job")) and "
          + Quantity.count(result.objects, "stored file"))
    } catch {
      // The next day brings another try.
      output.report(Failure(describing: error))
    }
  }
}
