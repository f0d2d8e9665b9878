import Dispatch
import Manifest
import Synchronization

/// A full disk or a lost database: nobody's item is to blame, so claiming pauses, and everything is
/// tried again until the environment is well.
final class EnvironmentPause: Sendable {
  private struct State {
    var failure: Failure?
    var since = DispatchTime.now()
    var nextTry = DispatchTime.now()
    /// How long to hope; nil: for ever.
    var patience: DispatchTimeInterval?
  }

  private let state: Mutex<State>
  private let pause = DispatchTimeInterval.seconds(1)
  private let notice: @Sendable (Failure) -> Void

  /// - Parameters:
  ///   - patience: how long to hope; nil: for ever.
  ///   - notice: hears of every pause once.
  init(patience: DispatchTimeInterval?, notice: @escaping @Sendable (Failure) -> Void) {
    state = Mutex(State(patience: patience))
    self.notice = notice
  }

  static func isCause(_ failure: Failure) -> Bool {
    failure.code == .noSpace || failure.code == .databaseUnavailable
  }

  func begin(_ failure: Failure) {
    let isNew = state.withLock { state in
      let isNew = state.failure == nil
      if isNew { state.since = .now() }
      state.failure = failure
      state.nextTry = .now() + pause
      return isNew
    }
    if isNew { notice(failure) }
  }

  /// Something went well.
  func end() { state.withLock { $0.failure = nil } }

  /// There is no time left to wait for anything.
  func loseHope() { state.withLock { $0.patience = .seconds(0) } }

  /// Whether nothing should be claimed now.
  var isOn: Bool { state.withLock { $0.failure != nil && $0.nextTry > .now() } }

  /// Why it is hopeless, once it has lasted too long.
  var verdict: Failure? {
    state.withLock { state in
      guard let failure = state.failure, let patience = state.patience,
        state.since + patience < .now()
      else {
        return nil
      }
      return failure
    }
  }
}
