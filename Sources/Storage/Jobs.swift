import Manifest

/// Looking at jobs and steering them.
public struct Jobs: Sendable {
  let database: any Database

  public init(_ library: Library) { database = library.database }

  public func job(_ id: Int64) throws -> Job {
    let found = try database.read { try Jobs.job(id, $0) }
    guard let found else {
      throw Failure(.noSuchJob, "there is no job \(id)", hint: "`minilab status` lists the jobs")
    }
    return found
  }

  /// A job by its number, or the newest with a name.
  public func job(named text: String) throws -> Job {
    if let id = Int64(text) { return try job(id) }
    let found = try database.read { connection in
      try connection.first(
        "SELECT \(Job.columns) FROM jobs WHERE name = :name ORDER BY id DESC LIMIT 1",
        ["name": .text(text)], Job.init)
    }
    guard let found else {
      throw Failure(
        .noSuchJob, "there is no job named \(text)", hint: "`minilab status` lists the jobs")
    }
    return found
  }

  /// All unfinished jobs and the last few that ended, newest first.
  public func recent(ended: Int = 20) throws -> [Job] {
    try database.read { connection in
      try connection.rows(
        """
        SELECT \(Job.columns) FROM jobs
        WHERE finished_at IS NULL OR id IN (
          SELECT id FROM jobs WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT :ended)
        ORDER BY id DESC
        """, ["ended": DatabaseValue(ended)], Job.init)
    }
  }

  static func job(_ id: Int64, _ connection: any Connection) throws -> Job? {
    try connection.first(
      "SELECT \(Job.columns) FROM jobs WHERE id = :id", ["id": .integer(id)], Job.init)
  }

  /// Cancels all that has not started: one row changes, the items follow in `settleCancelled`.
  public func cancel(_ id: Int64) throws {
    try database.write(.cancel) { connection in
      try connection.run(
        """
        UPDATE jobs SET cancelled = 1, items_cancelled = items_cancelled + items_queued,
          items_queued = 0
        WHERE id = :id AND cancelled = 0 AND finished_at IS NULL
        """, ["id": .integer(id)])
      try Jobs.endIfDone(id, connection)
    }
    while try settleCancelled(id) {}
  }

  /// Writes a cancelled job's state into some of its items; false when all have it.
  private func settleCancelled(_ id: Int64) throws -> Bool {
    try database.write(.submit) { connection in
      try connection.run(
        """
        UPDATE items SET state = 'cancelled', finished_at = :now WHERE id IN (
          SELECT i.id FROM items i JOIN jobs j ON j.id = i.job_id
          WHERE j.id = :id AND j.cancelled = 1 AND i.state = 'queued' LIMIT 2000)
        """, ["id": .integer(id), "now": .integer(Clock.now())]) > 0
    }
  }

  /// What cancelling an asset's items came to.
  public struct CancelledItems: Sendable {
    /// Never began.
    public var queued = 0
    /// Are being stopped by their workers.
    public var running = 0
    /// Past the point of no return.
    public var tooLate = 0
  }

  /// Cancels all items of an asset that can be.
  public func cancel(asset: Int64) throws -> CancelledItems {
    try database.write(.cancel) { connection in
      let items = try connection.rows(
        """
        SELECT i.id, i.job_id, i.state FROM items i JOIN jobs j ON j.id = i.job_id
        WHERE i.asset_id = :asset AND i.state IN ('queued', 'running', 'publishing')
          AND j.cancelled = 0 AND j.state <> 'submitting'
        """, ["asset": .integer(asset)]
      ) { ($0.integer(0), $0.integer(1), ItemState(rawValue: $0.text(2))) }
      var cancelled = CancelledItems()
      for (item, job, state) in items {
        switch state {
        case .queued?:
          try connection.run(
            "UPDATE items SET state = 'cancelled', finished_at = :now WHERE id = :id",
            ["id": .integer(item), "now": .integer(Clock.now())])
          try Jobs.move(job, from: .queued, to: .cancelled, connection)
          cancelled.queued += 1
        case .running?:
          try connection.run(
            "UPDATE items SET cancelled = 1 WHERE id = :id", ["id": .integer(item)])
          cancelled.running += 1
        default: cancelled.tooLate += 1
        }
      }
      return cancelled
    }
  }

  /// - Parameter byInterrupt: held by a Ctrl-C, so that the same submission goes on with it.
  public func hold(_ id: Int64, byInterrupt: Bool = false) throws {
    try database.write(.cancel) { connection in
      try connection.run(
        "UPDATE jobs SET held = :held WHERE id = :id AND finished_at IS NULL",
        ["id": .integer(id), "held": byInterrupt ? 2 : 1])
    }
  }

  public func resume(_ id: Int64) throws {
    let isResumed = try database.write(.cancel) { connection in
      try connection.run(
        "UPDATE jobs SET held = 0 WHERE id = :id AND finished_at IS NULL AND cancelled = 0",
        ["id": .integer(id)]) > 0
    }
    if isResumed { return }
    let state = try job(id).state
    throw Failure(
      .wrongState, "job \(id) \(state.isEnded ? "has ended (\(state.rawValue))" : "is cancelled")",
      hint: "submit the manifest again; what is up to date is skipped")
  }

  /// Puts the failed and quarantined items of a job back into the queue, their past forgotten.
  /// - Returns: how many.
  public func retry(_ id: Int64) throws -> Int {
    let job = try job(id)
    return try database.write(.cancel) { connection in
      let isCancelled = try connection.integer(
        "SELECT cancelled FROM jobs WHERE id = :id", ["id": .integer(id)])
      guard isCancelled == 0, job.state != .submitting else {
        throw Failure(
          .wrongState, "job \(id) is cancelled", hint: "submit its manifest again")
      }
      var count = 0
      for state in [ItemState.failed, .quarantined] {
        let back = try connection.run(
          """
          UPDATE items SET state = 'queued', errors = 0, crashes = 0, due_at = 0, failure = NULL,
            warnings = NULL, finished_at = NULL
          WHERE job_id = :id AND state = :state AND intents IS NULL
          """, ["id": .integer(id), "state": .text(state.rawValue)])
        try connection.run(
          """
          UPDATE jobs SET items_queued = items_queued + :count,
            items_\(state.rawValue) = items_\(state.rawValue) - :count WHERE id = :id
          """, ["id": .integer(id), "count": DatabaseValue(back)])
        count += back
      }
      if count > 0 {
        try connection.run(
          "UPDATE jobs SET state = 'queued', finished_at = NULL WHERE id = :id",
          ["id": .integer(id)])
      }
      return count
    }
  }

  // MARK: Within somebody's transaction

  /// Moves an item's count; the job ends when nothing of it is left to do.
  static func move(
    _ job: Int64, from: ItemState, to: ItemState, _ connection: any Connection
  ) throws {
    try connection.run(
      """
      UPDATE jobs SET items_\(from.rawValue) = items_\(from.rawValue) - 1,
        items_\(to.rawValue) = items_\(to.rawValue) + 1 WHERE id = :id
      """, ["id": .integer(job)])
    try endIfDone(job, connection)
  }

  static func endIfDone(_ id: Int64, _ connection: any Connection) throws {
    let open = try connection.integer(
      """
      SELECT state = 'submitting' OR items_queued + items_running + items_publishing > 0
      FROM jobs WHERE id = :id
      """, ["id": .integer(id)])
    guard open == 0, let job = try job(id, connection) else { return }
    try connection.run(
      "UPDATE jobs SET state = :state, finished_at = :now, held = 0 WHERE id = :id",
      [
        "state": .text(job.counts.endState.rawValue), "now": .integer(Clock.now()),
        "id": .integer(id),
      ])
  }
}
