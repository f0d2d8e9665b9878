/// Dropping old jobs with their items, in steps that keep nobody waiting. Files, edits and their
/// history stay: they name jobs and items by number only.
public struct Pruning: Sendable {
  /// Days that ended jobs are kept where nobody says otherwise.
  public static let standardDays = 365

  /// Items dropped per transaction.
  private static let chunk = 1000

  private let database: any Database

  public init(_ library: Library) { database = library.database }

  /// Ended jobs that may go, oldest first. Those stay that a series still needs: its newest job,
  /// whose text `reprocess` goes by, and the jobs that know the names of an asset's outputs.
  /// - Parameter time: they ended before it, microseconds since 1970.
  public func candidates(endedBefore time: Int64) throws -> [Int64] {
    try database.read { connection in
      try connection.rows(
        """
        SELECT j.id FROM jobs j WHERE j.finished_at < :time
          AND NOT EXISTS (SELECT 1 FROM items i WHERE i.job_id = j.id
            AND (i.intents IS NOT NULL OR i.state IN ('running', 'publishing')
              OR EXISTS (SELECT 1 FROM lost_leases l WHERE l.item_id = i.id)))
          AND (j.series_id IS NULL OR (
            j.id < (SELECT max(n.id) FROM jobs n WHERE n.series_id = j.series_id
              AND n.state <> 'submitting')
            AND NOT EXISTS (SELECT 1 FROM items i WHERE i.job_id = j.id AND i.names IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM items n JOIN jobs m ON m.id = n.job_id
                WHERE n.asset_id = i.asset_id AND n.id > i.id AND m.series_id = j.series_id))))
        ORDER BY j.id
        """, ["time": .integer(time)]
      ) { $0.integer(0) }
    }
  }

  /// Drops a job that `candidates` named, unless somebody has brought it back to life since.
  /// - Parameter goesOn: asked between steps; what is left then goes the next time.
  /// - Returns: whether the job is gone.
  public func drop(_ job: Int64, while goesOn: () -> Bool = { true }) throws -> Bool {
    // First: with it nothing of the job can be retried, and its counters and items go together.
    let isMarked = try database.write(.submit) { connection in
      try connection.run(
        """
        UPDATE jobs SET state = 'submitting', submitter = NULL
        WHERE id = :job AND finished_at IS NOT NULL
        """, ["job": .integer(job)]) > 0
    }
    guard isMarked else { return false }
    while goesOn() {
      let isEmpty = try database.write(.submit) { connection in
        try connection.run(
          """
          DELETE FROM items WHERE id IN (
            SELECT id FROM items WHERE job_id = :job LIMIT \(Self.chunk))
          """, ["job": .integer(job)]) == 0
      }
      guard isEmpty else { continue }
      try database.write(.submit) { connection in
        try connection.run("DELETE FROM jobs WHERE id = :job", ["job": .integer(job)])
      }
      return true
    }
    return false
  }
}
