/// How long the stages of an item took in its lane, microseconds.
public struct StageTimes: Sendable, Codable, Equatable {
  /// Reading and hashing the photo, and deciding what is due.
  public let look: Int
  /// Decoding, editing and encoding, with the wait for memory.
  public let render: Int
  /// Writing beside the places.
  public let write: Int

  public init(look: Int, render: Int, write: Int) {
    self.look = look
    self.render = render
    self.write = write
  }
}
