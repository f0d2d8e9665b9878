/// The order and arithmetic of our own rendering steps.
public enum RenderingVersion {
  /// Raised when the same request would give other pixels or other metadata than before: outputs
  /// are then out of date.
  public static let current = 3
}
