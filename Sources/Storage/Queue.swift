import Files
public import Manifest

/// A worker's numbered right to an item, with what it needs to begin.
public struct ClaimedItem: Sendable {
  public let id: Int64
  public let job: Int64
  public let lease: Int64
  public let asset: Asset
  public let entry: Int?
  /// A table row's values.
  public let row: [String: String]
  /// Its number, if the job uses {seq}; the rest once it has run before.
  public let names: ItemNames
  public let errors: Int
  public let crashes: Int
  /// Whether the asset left the selection and the series' files of it go.
  public let isOrphan: Bool

  public init(
    id: Int64, job: Int64, lease: Int64, asset: Asset, entry: Int?, row: [String: String],
    names: ItemNames, errors: Int, crashes: Int, isOrphan: Bool
  ) {
    self.id = id
    self.job = job
    self.lease = lease
    self.asset = asset
    self.entry = entry
    self.row = row
    self.names = names
    self.errors = errors
    self.crashes = crashes
    self.isOrphan = isOrphan
  }
}

/// An item that had nothing to do.
public struct SkippedItem: Sendable {
  public let warnings: [Warning]
  public let names: ItemNames
  /// What became of the job's edit, in a word.
  public let edit: String?

  public init(
    warnings: [Warning] = [], names: ItemNames = ItemNames(), edit: String? = nil
  ) {
    self.warnings = warnings
    self.names = names
    self.edit = edit
  }
}

/// How an item ended without anything being published.
public enum ItemEnd: Sendable {
  /// Everything is up to date.
  case skipped(SkippedItem)
  case failed(Failure)
  case quarantined(Failure)
  case cancelled
  /// Tried again later.
  case retried(Failure, dueAt: Int64, Charge)
  /// Given back as it was.
  case returned
}

/// What a retry counts as.
public enum Charge: Sendable {
  /// The environment is to blame.
  case nothing
  /// A handled error, of which the job allows some.
  case error
  /// A renderer that crashed or hung, of which an item has three.
  case crash
}

/// The job queue: claims and ends, every one fenced by the lease.
public struct Queue: Sendable {
  /// No item waits longer than this, microseconds: one that is due later has that from a clock that
  /// was set back since, and is due now.
  public static let longestPause: Int64 = 120_000_000

  let database: any Database

  public init(_ library: Library) { database = library.database }

  /// Claims due items in order: jobs by priority and age, then their items; one per asset.
  /// - Parameter only: these jobs; nil for all.
  public func claim(upTo limit: Int, worker: Int64, only: [Int64]? = nil) throws -> [ClaimedItem] {
    try database.write { connection in
      let now = Clock.now()
      let never = now + Queue.longestPause
      var claimed: [ClaimedItem] = []
      var assets: Set<Int64> = []
      for job in try Queue.runnable(only, connection) {
        // The plus keeps to the index by position, in which nothing needs to be sorted.
        let items = try connection.rows(
          """
          SELECT i.id, i.job_id, i.lease + 1, i.entry, i.variables, i.errors, i.crashes,
            i.names, i.orphan, \(Asset.columns)
          FROM items i JOIN assets a ON a.id = i.asset_id
          WHERE i.job_id = :job AND i.state = 'queued'
            AND (+i.due_at <= :now OR +i.due_at > :never)
            AND NOT EXISTS (SELECT 1 FROM items b WHERE b.asset_id = i.asset_id
              AND b.state IN ('running', 'publishing'))
          ORDER BY i.position LIMIT :limit
          """,
          [
            "job": .integer(job), "now": .integer(now), "never": .integer(never),
            "limit": DatabaseValue(limit),
          ]
        ) { row in
          ClaimedItem(
            id: row.integer(0), job: row.integer(1), lease: row.integer(2),
            asset: Asset(row, from: 9), entry: row.optional(3) { Int(row.integer($0)) },
            row: try row.optional(4, row.text).map {
              try JSON.value([String: String].self, $0)
            } ?? [:],
            names: try row.optional(7, row.text).map { try JSON.value(ItemNames.self, $0) }
              ?? ItemNames(),
            errors: Int(row.integer(5)), crashes: Int(row.integer(6)),
            isOrphan: row.flag(8))
        }
        for item in items where claimed.count < limit && assets.insert(item.asset.id).inserted {
          try connection.run(
            """
            UPDATE items SET state = 'running', lease = :lease, worker_id = :worker,
              started_at = :now WHERE id = :id
            """,
            [
              "lease": .integer(item.lease), "worker": .integer(worker), "now": .integer(now),
              "id": .integer(item.id),
            ])
          claimed.append(item)
        }
        try Queue.start(job, count: claimed.count(where: { $0.job == job }), now, connection)
        if claimed.count == limit { break }
      }
      return claimed
    }
  }

  private static func runnable(_ only: [Int64]?, _ connection: any Connection) throws -> [Int64] {
    let jobs = try connection.rows(
      """
      SELECT id FROM jobs WHERE state IN ('queued', 'running') AND held = 0 AND cancelled = 0
        AND items_queued > 0 ORDER BY priority DESC, id
      """, [:]
    ) { $0.integer(0) }
    guard let only else { return jobs }
    return jobs.filter { only.contains($0) }
  }

  private static func start(
    _ job: Int64, count: Int, _ now: Int64, _ connection: any Connection
  ) throws {
    guard count > 0 else { return }
    try connection.run(
      """
      UPDATE jobs SET items_queued = items_queued - :count, items_running = items_running + :count,
        state = 'running', started_at = coalesce(started_at, :now) WHERE id = :job
      """, ["count": DatabaseValue(count), "now": .integer(now), "job": .integer(job)])
  }

  /// When the next waiting item of these jobs may run; nil if none waits.
  public func nextDue(only: [Int64]? = nil) throws -> Int64? {
    try database.read { connection in
      var next: Int64?
      for job in try Queue.runnable(only, connection) {
        let due = try connection.first(
          // Each by one look at the index.
          """
          SELECT (SELECT min(due_at) FROM items WHERE job_id = :job AND state = 'queued'),
            (SELECT max(due_at) FROM items WHERE job_id = :job AND state = 'queued')
          """, ["job": .integer(job)]
        ) { row in
          let last = row.optional(1, row.integer) ?? 0
          return last > Clock.now() + Queue.longestPause ? 0 : row.optional(0, row.integer)
        }
        if let due = due ?? nil { next = min(next ?? due, due) }
      }
      return next
    }
  }

  /// Items that a worker works on and that somebody has cancelled since.
  public func cancelledInWork(worker: Int64) throws -> [Int64] {
    try database.read { connection in
      try connection.rows(
        """
        SELECT i.id FROM items i JOIN jobs j ON j.id = i.job_id
        WHERE i.worker_id = :worker AND i.state = 'running' AND (i.cancelled OR j.cancelled)
          AND (i.state IN ('running', 'publishing') OR i.intents IS NOT NULL)
        """, ["worker": .integer(worker)]
      ) { $0.integer(0) }
    }
  }

  /// Records how an item ended that did not come to publishing.
  /// - Returns: false if the lease is lost; then nothing is recorded.
  public static func end(
    _ item: Int64, lease: Int64, _ end: ItemEnd, milliseconds: Int, _ connection: any Connection
  ) throws -> Bool {
    let found = try connection.first(
      """
      SELECT i.job_id, j.cancelled OR i.cancelled FROM items i JOIN jobs j ON j.id = i.job_id
      WHERE i.id = :id AND i.lease = :lease AND i.state = 'running'
      """, ["id": .integer(item), "lease": .integer(lease)]
    ) { ($0.integer(0), $0.flag(1)) }
    guard let (job, isCancelled) = found else { return false }
    let row = EndRow(end, isCancelled: isCancelled)
    try connection.run(
      """
      UPDATE items SET state = :state, worker_id = NULL, publish_lease = 0, intents = NULL,
        due_at = :due, errors = errors + :errors, crashes = crashes + :crashes,
        failure = :failure, warnings = :warnings, milliseconds = :milliseconds,
        names = coalesce(:names, names), edit = :edit, finished_at = :finished
      WHERE id = :id
      """,
      [
        "state": .text(row.state.rawValue), "due": .integer(row.dueAt),
        "errors": .integer(row.errors), "crashes": .integer(row.crashes),
        "failure": DatabaseValue(row.failure.map { JSON.text($0) }),
        "warnings": DatabaseValue(row.warnings.isEmpty ? nil : JSON.text(row.warnings)),
        "milliseconds": DatabaseValue(milliseconds),
        "edit": DatabaseValue(row.edit),
        "names": DatabaseValue(
          row.names.flatMap { $0 == ItemNames() ? nil : JSON.text($0) }),
        "finished": row.state == .queued ? .null : .integer(Clock.now()), "id": .integer(item),
      ])
    try Jobs.move(job, from: .running, to: row.state, connection)
    return true
  }
}

/// What an end writes into the item's row.
private struct EndRow {
  var state: ItemState
  var failure: Failure?
  var warnings: [Warning] = []
  var names: ItemNames?
  var edit: String?
  var dueAt: Int64 = 0
  var errors: Int64 = 0
  var crashes: Int64 = 0

  init(_ end: ItemEnd, isCancelled: Bool) {
    switch end {
    case .skipped(let item):
      state = .skipped
      warnings = item.warnings
      names = item.names
      edit = item.edit
    case .failed(let failure):
      state = .failed
      self.failure = failure
    case .quarantined(let failure):
      state = .quarantined
      self.failure = failure
    case .cancelled: state = .cancelled
    case .retried(let failure, let due, let charge):
      // Any return to the queue of what is cancelled becomes cancelled.
      state = isCancelled ? .cancelled : .queued
      self.failure = failure
      dueAt = due
      errors = charge == .error ? 1 : 0
      crashes = charge == .crash ? 1 : 0
    case .returned: state = isCancelled ? .cancelled : .queued
    }
  }
}
