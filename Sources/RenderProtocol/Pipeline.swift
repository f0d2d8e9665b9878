/// The order and arithmetic of our own rendering steps.
public enum Pipeline {
  /// Raised when the same recipe would give other pixels than before: outputs are then out of date.
  public static let version = 1
}
