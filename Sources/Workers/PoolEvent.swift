public import Files
public import Manifest

/// What a pool tells while it works.
public enum PoolEvent: Sendable {
  /// An item ended, or went back to the queue to be tried again.
  case ended(Int64)
  /// The environment is to blame: claiming pauses.
  case paused(Failure)
  /// An item of a dead worker stays in work for now.
  case leftOver(Failure)
  /// The file system of a folder cannot exchange files. Told of once.
  case cannotExchange(BytePath)
}
