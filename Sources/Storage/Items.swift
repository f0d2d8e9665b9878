public import Files
public import Manifest

/// A job's work on one asset, as it stands.
public struct Item: Sendable {
  public let id: Int64
  public let job: Int64
  /// Relative to the job's root.
  public let path: BytePath
  public let asset: Int64
  /// A table row's values.
  public let row: [String: String]
  public let names: ItemNames
  public let state: ItemState
  public let attempts: Int
  public let failure: Failure?
  public let warnings: [Warning]
  /// What became of the job's edit, in a word.
  public let edit: String?
  public let milliseconds: Int?
  /// nil: nothing of it was published.
  public let times: StageTimes?
}

/// Looking at items.
public struct Items: Sendable {
  let database: any Database

  public init(_ library: Library) { database = library.database }

  public func item(_ id: Int64) throws -> Item? {
    try database.read { connection in
      try connection.first(
        "\(Self.query) WHERE i.id = :id", ["id": .integer(id)], Item.init)
    }
  }

  /// A job's item of an asset.
  public func item(of asset: Int64, in job: Int64) throws -> Item? {
    try database.read { connection in
      try connection.first(
        "\(Self.query) WHERE i.job_id = :job AND i.asset_id = :asset",
        ["job": .integer(job), "asset": .integer(asset)], Item.init)
    }
  }

  /// A series' newest item of an asset.
  public func newest(of asset: Int64, inSeries series: Int64) throws -> Item? {
    try database.read { connection in
      try connection.first(
        """
        \(Self.query) WHERE i.asset_id = :asset AND j.series_id = :series
        ORDER BY i.id DESC LIMIT 1
        """, ["asset": .integer(asset), "series": .integer(series)], Item.init)
    }
  }

  /// A job's items in selection order, a page at a time.
  /// - Parameters:
  ///   - position: the first one's place, from 0.
  ///   - bad: only those that failed or are quarantined.
  public func items(
    of job: Int64, from position: Int = 0, onlyBad bad: Bool = false, limit: Int = 1000
  ) throws -> [(position: Int, item: Item)] {
    try database.read { connection in
      try connection.rows(
        """
        \(Self.query) WHERE i.job_id = :job AND i.position >= :position
        \(bad ? "AND i.state IN ('failed', 'quarantined')" : "")
        ORDER BY i.position LIMIT :limit
        """,
        ["job": .integer(job), "position": DatabaseValue(position), "limit": DatabaseValue(limit)]
      ) { (Int($0.integer(11)), try Item($0)) }
    }
  }

  private static let query = """
    SELECT i.id, i.job_id, a.path, r.path, j.folder, i.asset_id, i.state, i.errors + i.crashes,
      i.failure, i.warnings, i.milliseconds, i.position, j.cancelled,
      i.variables, i.names, i.edit, i.stages
    FROM items i JOIN jobs j ON j.id = i.job_id JOIN assets a ON a.id = i.asset_id
      JOIN roots r ON r.id = a.root_id
    """
}

extension Item {
  init(_ row: Row) throws {
    id = row.integer(0)
    job = row.integer(1)
    let absolute = BytePath(bytes: row.blob(3)).appending(BytePath(bytes: row.blob(2)))
    path = absolute.relative(to: BytePath(bytes: row.blob(4))) ?? absolute
    asset = row.integer(5)
    let state = ItemState(rawValue: row.text(6)) ?? .queued
    // A cancelled job's items are cancelled before their rows say so.
    self.state = state == .queued && row.flag(12) ? .cancelled : state
    self.row =
      try row.optional(13, row.text).map { try JSON.value([String: String].self, $0) } ?? [:]
    names =
      try row.optional(14, row.text).map { try JSON.value(ItemNames.self, $0) } ?? ItemNames()
    attempts = Int(row.integer(7))
    failure = try row.optional(8, row.text).map { try JSON.value(Failure.self, $0) }
    warnings = try row.optional(9, row.text).map { try JSON.value([Warning].self, $0) } ?? []
    edit = row.optional(15, row.text)
    milliseconds = row.optional(10) { Int(row.integer($0)) }
    times = try row.optional(16, row.text).map { try JSON.value(StageTimes.self, $0) }
  }
}
