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
  public let files: [SelectedFile]
  public let again: Bool
  /// Whether the job belongs to the series of its name and folder.
  public let isSeries: Bool

  public init(
    source: JobSource, manifest: JobManifest, root: Root, folder: BytePath, target: BytePath,
    files: [SelectedFile], again: Bool, isSeries: Bool
  ) {
    self.source = source
    self.manifest = manifest
    self.root = root
    self.folder = folder
    self.target = target
    self.files = files
    self.again = again
    self.isSeries = isSeries
  }

  /// Items written per transaction: what fits into 50 ms.
  private static let chunk = 500

  /// Checks the planned paths, then enqueues. Nobody sees the job before all of it is there.
  /// - Parameter submitter: the worker whose death takes a half written job away.
  /// - Returns: the job's number.
  public func submit(_ library: Library, submitter: Int64) throws -> Int64 {
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
    let hasColumns = !manifest.columns.isEmpty
    var owners: [BytePath: BytePath] = [:]
    for file in files {
      let manifest = hasColumns ? try source.parse(row: file.row) : manifest
      for output in manifest.plannedOutputs(for: file.path) {
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
      let series = isSeries ? try seriesID(connection) : nil
      try connection.run(
        """
        INSERT INTO jobs (series_id, name, manifest, file, variables, root_id, folder, target,
          again, state, priority, retries, submitter, created_at)
        VALUES (:series, :name, :manifest, :file, :variables, :root, :folder, :target,
          :again, 'submitting', :priority, :retries, :submitter, :now)
        """,
        [
          "series": DatabaseValue(series), "name": .text(manifest.name),
          "manifest": .blob(source.manifest), "file": .blob(source.file.bytes),
          "variables": .text(JSON.text(source.variables)), "root": .integer(root.id),
          "folder": .blob(folder.bytes), "target": .blob(target.bytes),
          "again": DatabaseValue(again), "priority": DatabaseValue(manifest.priority),
          "retries": DatabaseValue(manifest.retries), "submitter": .integer(submitter),
          "now": .integer(Clock.now()),
        ])
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

  private func seriesID(_ connection: any Connection) throws -> Int64 {
    let key: [String: DatabaseValue] = ["name": .text(manifest.name), "root": .blob(folder.bytes)]
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
      INSERT INTO items (job_id, position, asset_id, entry, variables, state)
      VALUES (:job, :position, :asset, :entry, :variables, 'queued')
      """,
      [
        "job": .integer(job), "position": DatabaseValue(position), "asset": .integer(asset),
        "entry": DatabaseValue(file.entry.map { Int64($0) }),
        "variables": DatabaseValue(file.row.isEmpty ? nil : JSON.text(file.row)),
      ])
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
