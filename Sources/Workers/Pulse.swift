import Synchronization

/// Signs of life of a pool's two loops, claiming and publishing, for a watchdog that looks at them
/// now and then.
final class Pulse: Sendable {
  private struct State {
    var claims = 0
    var isClaiming = true
    var publications = 0
    var isPublishing = false
  }

  private let state = Mutex(State())

  func claimed() { state.withLock { $0.claims += 1 } }
  func endClaiming() { state.withLock { $0.isClaiming = false } }

  /// A step of publishing is done, or it waits for what is not its fault.
  func published() { state.withLock { $0.publications += 1 } }

  func whilePublishing<T>(_ body: () throws -> T) rethrows -> T {
    state.withLock { $0.isPublishing = true }
    defer { state.withLock { $0.isPublishing = false } }
    return try body()
  }

  var reading: PulseReading {
    state.withLock { state in
      PulseReading(
        claims: state.isClaiming ? state.claims : nil,
        publications: state.isPublishing ? state.publications : nil)
    }
  }
}

/// How often a pool's loops have moved so far.
public struct PulseReading: Sendable, Equatable {
  /// nil: nothing is claimed any more.
  public let claims: Int?
  /// nil: nothing is being published.
  public let publications: Int?

  public init(claims: Int?, publications: Int?) {
    self.claims = claims
    self.publications = publications
  }

  /// Whether a loop that had something to do has not moved since an earlier reading.
  public func isStuck(since earlier: PulseReading) -> Bool {
    (claims != nil && claims == earlier.claims)
      || (publications != nil && publications == earlier.publications)
  }
}
