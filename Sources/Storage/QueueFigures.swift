public import Files

/// What the queue holds, from the counters of its jobs.
public struct QueueFigures: Sendable {
  /// Of the jobs that have not ended.
  public struct Open: Sendable, Equatable {
    public var total = 0
    public var ended = 0

    public init(total: Int = 0, ended: Int = 0) {
      self.total = total
      self.ended = ended
    }
  }

  /// Of all jobs that are kept.
  public let items: [ItemState: Int]
  public let open: Open
  /// When the oldest job was submitted that has items waiting and is not held, microseconds since
  /// 1970; nil if nothing waits.
  public let waitingSince: Int64?

  public init(items: [ItemState: Int], open: Open, waitingSince: Int64?) {
    self.items = items
    self.open = open
    self.waitingSince = waitingSince
  }
}

extension Jobs {
  public func figures() throws -> QueueFigures {
    try database.read { connection in
      let states = ItemState.allCases
      let columns = states.map { "coalesce(sum(items_\($0.rawValue)), 0)" }
      let sums = try connection.first(
        "SELECT \(columns.joined(separator: ", ")) FROM jobs"
      ) { row in states.indices.map { Int(row.integer($0)) } }
      return QueueFigures(
        items: Dictionary(uniqueKeysWithValues: zip(states, sums ?? [])),
        open: try Jobs.open(connection), waitingSince: try Jobs.waitingSince(connection))
    }
  }

  /// Where unfinished jobs and the newest of each series put their outputs, absolute.
  public func targets() throws -> [BytePath] {
    try database.read { connection in
      try connection.rows(
        """
        SELECT DISTINCT target FROM jobs WHERE finished_at IS NULL
          OR id IN (SELECT max(id) FROM jobs WHERE series_id IS NOT NULL GROUP BY series_id)
        """, [:]
      ) { BytePath(bytes: $0.blob(0)) }
    }
  }

  /// Cheap enough to be asked every second.
  public func open() throws -> QueueFigures.Open { try database.read { try Jobs.open($0) } }

  private static func open(_ connection: any Connection) throws -> QueueFigures.Open {
    try connection.first(
      """
      SELECT coalesce(sum(total), 0),
        coalesce(sum(total - items_queued - items_running - items_publishing), 0)
      FROM jobs WHERE finished_at IS NULL AND state <> 'submitting'
      """
    ) { QueueFigures.Open(total: Int($0.integer(0)), ended: Int($0.integer(1))) }
      ?? QueueFigures.Open()
  }

  private static func waitingSince(_ connection: any Connection) throws -> Int64? {
    try connection.first(
      """
      SELECT min(created_at) FROM jobs WHERE state IN ('queued', 'running') AND held = 0
        AND cancelled = 0 AND items_queued > 0
      """
    ) { $0.optional(0, $0.integer) } ?? nil
  }
}
