import Files
public import Manifest

/// An item of a dead worker, now ours, with what is known of its files.
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
  public let job: Int64
  /// Ours; all from 1 below it are past ones.
  public let lease: Int64
  public let publishLease: Int64
  public let work: Work
  /// The item's asset relative to its catalog root, and its table row's values: what its planned
  /// outputs follow from.
  public let asset: Asset
  public let row: [String: String]
  public let names: ItemNames
}

/// Taking a dead worker's items over.
public enum Takeover {
  /// Takes all of a dead worker's items, each under a new lease.
  /// - Parameter unfenced: also those whose files are being taken back or taken away, which no name
  ///   can fence: only from a worker that is surely dead.
  public static func items(
    of dead: Int64, by worker: Int64, unfenced: Bool = true, _ library: Library
  ) throws -> [RescuedItem] {
    try library.database.write { connection in
      let taken = try connection.rows(
        """
        UPDATE items SET lease = lease + 1, worker_id = :worker
        WHERE worker_id = :dead AND (state IN ('running', 'publishing') OR intents IS NOT NULL)
          AND (:unfenced OR intents IS DISTINCT FROM 'refused' AND NOT EXISTS (SELECT 1 FROM renditions r
            WHERE r.item_id = items.id AND r.kind = 'removed' AND r.state = 'staged'))
        RETURNING id
        """,
        [
          "worker": .integer(worker), "dead": .integer(dead),
          "unfenced": DatabaseValue(unfenced),
        ]
      ) { $0.integer(0) }
      return try taken.compactMap { try item($0, connection) }
    }
  }

  private static func item(_ id: Int64, _ connection: any Connection) throws -> RescuedItem? {
    let outputs = try StagedFiles.files(item: id, connection)
    return try connection.first(
      """
      SELECT i.job_id, i.lease, i.publish_lease, i.state, i.intents, i.failure, i.variables,
        i.names, \(Asset.columns)
      FROM items i JOIN assets a ON a.id = i.asset_id WHERE i.id = :id
      """, ["id": .integer(id)]
    ) { row in
      let work: RescuedItem.Work =
        switch (row.text(3), row.text(4)) {
        case ("running", _): .restart
        case (_, "done"): .clean(outputs)
        case (_, "refused"): .undo(outputs, try JSON.value(Failure.self, row.text(5)))
        default: .resume(outputs)
        }
      return RescuedItem(
        id: id, job: row.integer(0), lease: row.integer(1), publishLease: row.integer(2),
        work: work, asset: Asset(row, from: 8),
        row: try row.optional(6, row.text).map { try JSON.value([String: String].self, $0) } ?? [:],
        names: try row.optional(7, row.text).map { try JSON.value(ItemNames.self, $0) }
          ?? ItemNames())
    }
  }

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
