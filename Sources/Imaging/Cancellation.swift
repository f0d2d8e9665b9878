import Synchronization

/// Asking the render under way to stop. It does at the next evaluation that it reports.
public enum Cancellation {
  private static let wanted = Atomic<Bool>(false)

  /// Forgets an earlier request; call before every render, and once before the first `request`.
  public static func reset() { wanted.store(false, ordering: .relaxed) }

  /// May be called from a signal handler.
  public static func request() { wanted.store(true, ordering: .relaxed) }

  static var isRequested: Bool { wanted.load(ordering: .relaxed) }
}
