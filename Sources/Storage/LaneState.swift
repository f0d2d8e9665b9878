import Files

/// What a lane of a worker works on. The worker keeps it in its lock file, so that telling it costs
/// no transaction; the item says the rest.
public struct LaneState: Sendable, Codable, Equatable {
  /// From 1.
  public let lane: Int
  /// nil: it is idle.
  public let item: Int64?
  /// Microseconds since 1970; nil with `item`.
  public let since: Int64?

  public init(lane: Int, item: Int64?, since: Int64?) {
    self.lane = lane
    self.item = item
    self.since = since
  }

  /// Replaces what a worker said before.
  static func write(_ lanes: [LaneState], to file: Descriptor) throws(SystemError) {
    try file.replaceContent(with: Array((JSON.text(lanes) + "\n").utf8))
  }

  /// What a worker said last; empty if it said nothing.
  static func read(from file: BytePath) -> [LaneState] {
    guard let bytes = try? Descriptor.open(file, 0).readAll() else { return [] }
    // What is behind the first line is of a longer text that is just being replaced.
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return (try? JSON.value([LaneState].self, String(decoding: line, as: UTF8.self))) ?? []
  }
}
