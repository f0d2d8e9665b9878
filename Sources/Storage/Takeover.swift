import Files
public import Manifest

/// What an item's planned outputs, and so the folders of its temporaries, follow from.
public struct ItemPlan: Sendable {
  public let job: Int64
  /// Its path is relative to its catalog root.
  public let asset: Asset
  /// A table row's values.
  public let row: [String: String]
  public let names: ItemNames

  /// - Parameter names: the column that holds them.
  static func columns(names: String = "i.names") -> String {
    "i.job_id, i.variables, \(names), \(Asset.columns)"
  }

  init(_ row: Row, from first: Int) throws {
    job = row.integer(first)
    self.row =
      try row.optional(first + 1, row.text).map { try JSON.value([String: String].self, $0) } ?? [:]
    names =
      try row.optional(first + 2, row.text).map { try JSON.value(ItemNames.self, $0) }
      ?? ItemNames()
    asset = Asset(row, from: first + 3)
  }
}

/// An item of another worker, now ours, with what is known of its files.
public struct RescuedItem: Sendable {
  public enum Work: Sendable {
    /// Not yet past the point of no return.
    case restart
    /// Past it: goes on with putting its files out.
    case resume([StagedFile])
    /// Its files are being taken back.
    case undo([StagedFile], Failure)
    /// Its files are out, its temporaries perhaps not yet gone.
    case clean([StagedFile])
  }

  public let id: Int64
  /// Whether anything is left to be done.
  public let isInWork: Bool
  /// Ours; all from 1 below it are past ones.
  public let lease: Int64
  public let publishLease: Int64
  public let work: Work
  public let plan: ItemPlan
}

/// A lease that was taken from a worker while it lived, and that is dead now: it may have written
/// temporaries before it noticed.
public struct LostLease: Sendable {
  public let item: Int64
  public let lease: Int64
  public let plan: ItemPlan
}

/// Taking other workers' items over.
public enum Takeover {
  /// Takes all of a worker's items, each under a new lease.
  /// - Parameter isDead: false leaves those alone whose files are being taken back or taken away,
  ///   which no name can fence.
  public static func items(
    of other: Int64, isDead: Bool, by worker: Int64, _ library: Library
  ) throws -> [RescuedItem] {
    let removal = """
      SELECT 1 FROM renditions r
      WHERE r.item_id = items.id AND r.kind = 'removed' AND r.state = 'staged'
      """
    let condition = """
      worker_id = :other AND (state IN ('running', 'publishing') OR intents IS NOT NULL)
      \(isDead ? "" : "AND intents IS DISTINCT FROM 'refused' AND NOT EXISTS (\(removal))")
      """
    return try library.database.write { connection in
      if !isDead {
        try connection.run(
          """
          INSERT INTO lost_leases (item_id, lease, worker_id, names)
          SELECT id, lease, worker_id, names FROM items WHERE \(condition)
          """, ["other": .integer(other)])
      }
      let taken = try connection.rows(
        """
        UPDATE items SET lease = lease + 1, worker_id = :worker WHERE \(condition) RETURNING id
        """, ["worker": .integer(worker), "other": .integer(other)]
      ) { $0.integer(0) }
      return try taken.compactMap { try item($0, connection) }
    }
  }

  /// An item as it stands.
  public static func item(_ id: Int64, _ library: Library) throws -> RescuedItem? {
    try library.database.read { try item(id, $0) }
  }

  private static func item(_ id: Int64, _ connection: any Connection) throws -> RescuedItem? {
    let outputs = try StagedFiles.files(item: id, connection)
    return try connection.first(
      """
      SELECT i.lease, i.publish_lease, i.state, i.intents, i.failure,
        i.state IN ('running', 'publishing') OR i.intents IS NOT NULL, \(ItemPlan.columns())
      FROM items i JOIN assets a ON a.id = i.asset_id WHERE i.id = :id
      """, ["id": .integer(id)]
    ) { row in
      let work: RescuedItem.Work =
        switch (row.text(2), row.text(3)) {
        case ("running", _): .restart
        case (_, "done"): .clean(outputs)
        case (_, "refused"): .undo(outputs, try JSON.value(Failure.self, row.text(4)))
        default: .resume(outputs)
        }
      return RescuedItem(
        id: id, isInWork: row.flag(5), lease: row.integer(0), publishLease: row.integer(1),
        work: work, plan: try ItemPlan(row, from: 6))
    }
  }

  // MARK: Lost leases

  /// Those whose names may be swept: their workers are dead, and nobody needs the items' files.
  public static func sweepable(_ library: Library) throws -> [LostLease] {
    try library.database.read { connection in
      try connection.rows(
        """
        SELECT l.item_id, l.lease, \(ItemPlan.columns(names: "l.names"))
        FROM lost_leases l JOIN workers w ON w.id = l.worker_id JOIN items i ON i.id = l.item_id
          JOIN assets a ON a.id = i.asset_id
        WHERE w.ended_at IS NOT NULL AND i.intents IS NULL
        """, [:]
      ) { row in
        LostLease(
          item: row.integer(0), lease: row.integer(1), plan: try ItemPlan(row, from: 2))
      }
    }
  }

  /// Nothing is left under the lease's names.
  public static func forget(_ lost: LostLease, _ library: Library) throws {
    try library.database.write { connection in
      try connection.run(
        "DELETE FROM lost_leases WHERE item_id = :item AND lease = :lease",
        ["item": .integer(lost.item), "lease": .integer(lost.lease)])
    }
  }

  // MARK: Submissions

  /// Removes the jobs that a dead submitter left half written.
  public static func removeSubmissions(of dead: Int64, _ library: Library) throws {
    let jobs = try library.database.read { connection in
      try connection.rows(
        "SELECT id FROM jobs WHERE submitter = :dead AND state = 'submitting'",
        ["dead": .integer(dead)]
      ) { $0.integer(0) }
    }
    for job in jobs { try Submission.remove(job, library) }
  }
}
