public import Files
public import Manifest

/// Writing a job with its items into the catalog.
public struct Submission: Sendable {
  public let source: JobSource
  public let manifest: JobManifest
  public let root: Root
  /// The job's root and the base of its outputs, absolute.
  public let folder: BytePath
  public let target: BytePath
  public private(set) var files: [SelectedFile]
  public let renewal: Renewal
  public let force: Bool
  public let kind: JobKind
  /// Whether the job belongs to the series of its name and folder.
  public let isSeries: Bool

  public init(
    source: JobSource, manifest: JobManifest, root: Root, folder: BytePath, target: BytePath,
    files: [SelectedFile], renewal: Renewal, force: Bool, isSeries: Bool,
    kind: JobKind = .manifest
  ) {
    self.source = source
    self.manifest = manifest
    self.root = root
    self.folder = folder
    self.target = target
    self.files = files
    self.renewal = renewal
    self.force = force
    self.kind = kind
    self.isSeries = isSeries
  }

  /// Items written per transaction: what fits into 50 ms.
  private static let chunk = 500

  /// Checks the planned paths, then enqueues. Nobody sees the job before all of it is there. Files
  /// that the same submission still has to do are left out; if that is all of them, it is the job.
  /// - Parameter submitter: the worker whose death takes a half written job away.
  /// - Returns: the job's number.
  public func submit(_ library: Library, submitter: Int64) throws -> Int64 {
    if isSeries, !files.isEmpty, let twin = try unfinishedTwin(library) {
      let waiting = try paths(waitingIn: twin, library)
      var rest = self
      rest.files = files.filter { !waiting.contains($0.path) }
      if rest.files.isEmpty { return twin }
      return try rest.enqueue(library, submitter: submitter)
    }
    return try enqueue(library, submitter: submitter)
  }

  /// The newest unfinished job of the series with the same text.
  private func unfinishedTwin(_ library: Library) throws -> Int64? {
    try library.database.read { [self] connection in
      try connection.first(
        """
        SELECT j.id FROM jobs j JOIN series s ON s.id = j.series_id
        WHERE s.name = :name AND s.root = :root AND j.finished_at IS NULL AND j.cancelled = 0
          AND j.state <> 'submitting' AND j.manifest = :manifest AND j.variables = :variables
          AND j.target = :target AND j.force = :force AND j.again = :again
          AND j.engine IS :engine AND j.engine_in_place = :engine_in_place
        ORDER BY j.id DESC LIMIT 1
        """,
        [
          "name": .text(manifest.name), "root": .blob(folder.bytes),
          "manifest": .blob(source.manifest), "variables": .text(JSON.text(source.variables)),
          "target": .blob(target.bytes), "force": DatabaseValue(force),
        ].merging(renewal.values) { first, _ in first }
      ) { $0.integer(0) }
    }
  }

  private func paths(waitingIn job: Int64, _ library: Library) throws -> Set<BytePath> {
    let prefix = folder.relative(to: root.path) ?? ""
    let found = try library.database.read { connection in
      try connection.rows(
        """
        SELECT a.path FROM items i JOIN assets a ON a.id = i.asset_id
        WHERE i.job_id = :job AND i.state IN ('queued', 'running', 'publishing')
          AND i.cancelled = 0 AND i.orphan = 0
        """, ["job": .integer(job)]
      ) { BytePath(bytes: $0.blob(0)) }
    }
    return Set(found.compactMap { prefix.isEmpty ? $0 : $0.relative(to: prefix) })
  }

  /// Goes on with the unfinished job of the same submission that a Ctrl-C has paused; what a person
  /// has paused stays so.
  /// - Returns: that job; nil if there is none.
  public func resumeInterrupted(_ library: Library) throws -> Int64? {
    guard isSeries, let twin = try unfinishedTwin(library) else { return nil }
    let isResumed = try library.database.write { connection in
      try connection.run(
        "UPDATE jobs SET held = 0 WHERE id = :id AND held = 2", ["id": .integer(twin)]) > 0
    }
    return isResumed ? twin : nil
  }

  private func enqueue(_ library: Library, submitter: Int64) throws -> Int64 {
    try checkPaths()
    let job = try insertJob(library, submitter: submitter)
    do {
      for start in stride(from: 0, to: files.count, by: Self.chunk) {
        try insertItems(start..<min(start + Self.chunk, files.count), into: job, library)
      }
      try finish(job, library)
    } catch {
      try? Submission.remove(job, library)
      throw error
    }
    return job
  }

  private func checkPaths() throws {
    var owners: [BytePath: BytePath] = [:]
    for file in files where !file.isOrphan {
      let manifest = try source.manifest(manifest, row: file.row)
      let isOpen = manifest.outputs.flatMap { output in
        output.variants.map { _ in output.path.isOpen }
      }
      // What is named when the item runs is held against the catalog then.
      for output in manifest.plannedOutputs(for: file.path) where !isOpen[output.ordinal] {
        if let other = owners.updateValue(file.path, forKey: output.path) {
          throw Failure(
            .outputConflict, "\(other) and \(file.path) would both be written to \(output.path)",
            hint: "tell them apart in the output's path with {dir}, {name}, {ext} or {format}")
        }
      }
    }
  }

  func insertJob(_ library: Library, submitter: Int64) throws -> Int64 {
    try library.database.write(.submit) { [self] connection in
      let series =
        isSeries
        ? try Submission.seriesID(manifest.name, root: folder, connection) : nil
      try connection.run(
        """
        INSERT INTO jobs (series_id, name, manifest, file, variables, root_id, folder, target,
          again, engine, engine_in_place, force, kind, reverted_job, state, priority, retries,
          submitter, created_at)
        VALUES (:series, :name, :manifest, :file, :variables, :root, :folder, :target,
          :again, :engine, :engine_in_place, :force, :kind, :reverted, 'submitting', :priority,
          :retries, :submitter, :now)
        """,
        [
          "series": DatabaseValue(series), "name": .text(manifest.name),
          "manifest": .blob(source.manifest), "file": .blob(source.file.bytes),
          "variables": .text(JSON.text(source.variables)), "root": .integer(root.id),
          "folder": .blob(folder.bytes), "target": .blob(target.bytes),
          "force": DatabaseValue(force), "kind": .text(kind.word),
          "reverted": DatabaseValue(kind.revertedJob),
          "priority": DatabaseValue(manifest.priority),
          "retries": DatabaseValue(manifest.retries), "submitter": .integer(submitter),
          "now": .integer(Clock.now()),
        ].merging(renewal.values) { first, _ in first })
      return connection.lastInsertedID
    }
  }

  func insertItems(_ places: Range<Int>, into job: Int64, _ library: Library) throws {
    try library.database.write(.submit) { [self] connection in
      for place in places { try insert(files[place], at: place, into: job, connection) }
    }
  }

  /// Makes a job visible that is complete.
  func finish(_ job: Int64, _ library: Library) throws {
    let count = files.count
    try library.database.write(.submit) { connection in
      try connection.run(
        """
        UPDATE jobs SET state = 'queued', total = :count,
          items_queued = CASE WHEN cancelled THEN 0 ELSE :count END,
          items_cancelled = CASE WHEN cancelled THEN :count ELSE 0 END
        WHERE id = :id
        """, ["count": DatabaseValue(count), "id": .integer(job)])
      try Jobs.endIfDone(job, connection)
    }
  }

  /// The number of a series, given to it if it has none yet.
  static func seriesID(
    _ name: String, root: BytePath, _ connection: any Connection
  ) throws -> Int64 {
    let key: [String: DatabaseValue] = ["name": .text(name), "root": .blob(root.bytes)]
    try connection.run(
      "INSERT INTO series (name, root) VALUES (:name, :root) ON CONFLICT DO NOTHING", key)
    return try connection.integer(
      "SELECT id FROM series WHERE name = :name AND root = :root", key)
  }

  private func insert(
    _ file: SelectedFile, at position: Int, into job: Int64, _ connection: any Connection
  ) throws {
    let prefix = folder.relative(to: root.path) ?? ""
    let key: [String: DatabaseValue] = [
      "root": .integer(root.id), "path": .blob(prefix.appending(file.path).bytes),
    ]
    try connection.run(
      "INSERT INTO assets (root_id, path) VALUES (:root, :path) ON CONFLICT DO NOTHING", key)
    let asset = try connection.integer(
      "SELECT id FROM assets WHERE root_id = :root AND path = :path", key)
    try connection.run(
      """
      INSERT INTO items (job_id, position, asset_id, entry, variables, names, orphan, state)
      VALUES (:job, :position, :asset, :entry, :variables, :names, :orphan, 'queued')
      """,
      [
        "names": DatabaseValue(
          try sequenceNumber(of: asset, at: position, in: job, connection).map {
            JSON.text(ItemNames(sequence: $0))
          }),
        "orphan": DatabaseValue(file.isOrphan), "job": .integer(job),
        "position": DatabaseValue(position), "asset": .integer(asset),
        "entry": DatabaseValue(file.entry.map { Int64($0) }),
        "variables": DatabaseValue(file.row.isEmpty ? nil : JSON.text(file.row)),
      ])
  }

  /// The number that `{seq}` gives an asset: in selection order, one for each, and kept.
  private func sequenceNumber(
    of asset: Int64, at position: Int, in job: Int64, _ connection: any Connection
  ) throws -> Int? {
    guard manifest.outputs.contains(where: { $0.path.usesSequence }), !files[position].isOrphan
    else { return nil }
    let series = try connection.first(
      "SELECT series_id FROM jobs WHERE id = :job", ["job": .integer(job)]
    ) { $0.optional(0, $0.integer) }
    guard let series = series ?? nil else { return position + 1 }
    let key: [String: DatabaseValue] = ["series": .integer(series), "asset": .integer(asset)]
    try connection.run(
      """
      INSERT INTO sequence_numbers (series_id, asset_id, number)
      SELECT :series, :asset, coalesce(max(number), 0) + 1 FROM sequence_numbers
      WHERE series_id = :series ON CONFLICT (series_id, asset_id) DO NOTHING
      """, key)
    return Int(
      try connection.integer(
        "SELECT number FROM sequence_numbers WHERE series_id = :series AND asset_id = :asset",
        key))
  }

  /// Takes a job away that never was queued.
  static func remove(_ job: Int64, _ library: Library) throws {
    while try library.database.write(
      .submit,
      { connection in
        try connection.run(
          """
          DELETE FROM items WHERE id IN (
            SELECT i.id FROM items i JOIN jobs j ON j.id = i.job_id
            WHERE j.id = :job AND j.state = 'submitting' LIMIT 2000)
          """, ["job": .integer(job)]) > 0
      })
    {}
    try library.database.write(.submit) { connection in
      try connection.run(
        "DELETE FROM jobs WHERE id = :job AND state = 'submitting'", ["job": .integer(job)])
    }
  }
}
