public import Files
public import Manifest

/// An item whose files are ready and whose temporaries are durable.
public struct Publication: Sendable {
  public let item: Int64
  public let lease: Int64
  public let job: Int64
  public let asset: Int64
  /// The asset's file as it was looked at; nil if nobody had to.
  public let source: SourceRecord?
  public let files: [StagedFile]
  public let head: HeadChange?
  /// What became of the job's edit, in a word.
  public let edit: String?
  public let warnings: [Warning]
  public let renderer: String
  public let times: StageTimes

  public init(
    item: Int64, lease: Int64, job: Int64, asset: Int64, source: SourceRecord?,
    files: [StagedFile], head: HeadChange?, edit: String?, warnings: [Warning],
    renderer: String, times: StageTimes = StageTimes(look: 0, render: 0, write: 0)
  ) {
    self.item = item
    self.lease = lease
    self.job = job
    self.asset = asset
    self.source = source
    self.files = files
    self.head = head
    self.edit = edit
    self.warnings = warnings
    self.renderer = renderer
    self.times = times
  }
}

/// What an asset's file and its original were found to be.
public struct SourceRecord: Sendable, Hashable {
  public let file: KnownFile
  public let original: Original

  public init(file: KnownFile, original: Original) {
    self.file = file
    self.original = original
  }
}

/// The transactions of publishing. Each is fenced on the lease and changes nothing without it.
/// `begin` is the point of no return, `succeed` or `fail` the end of the work, `forget` that of
/// cleaning up.
public enum Publishing {
  public enum Begin: Sendable {
    case begun, cancelled, lost
    case refused(Failure)
  }

  /// TX1: stages rows and intents.
  public static func begin(
    _ publication: Publication, milliseconds: Int, _ connection: any Connection
  ) throws -> Begin {
    let item = publication.item
    let cancelled = try connection.first(
      """
      SELECT j.cancelled OR i.cancelled FROM items i JOIN jobs j ON j.id = i.job_id
      WHERE i.id = :id AND i.lease = :lease AND i.state = 'running'
      """, ["id": .integer(item), "lease": .integer(publication.lease)]
    ) { $0.flag(0) }
    guard let cancelled else { return .lost }
    if cancelled { return .cancelled }
    do {
      try connection.savepoint { try stage(publication, connection) }
    } catch let failure as Failure where failure.code == .outputConflict {
      return .refused(failure)
    }
    for file in publication.files where file.keepsExpected {
      guard let kept = file.expected else { continue }
      try refer(to: kept, foundAt: file.path, item: item, connection)
    }
    if case .edit(let adjustment)? = publication.head, adjustment.base != adjustment.original {
      // A rendered result that is pinned; it is in the store.
      try refer(to: adjustment.base, foundAt: "", item: item, connection)
    }
    if let source = publication.source {
      try Assets.recordFile(source.file, of: publication.asset, connection)
      try Assets.record(source.original, of: publication.asset, connection)
    }
    try connection.run(
      """
      UPDATE items SET state = 'publishing', publish_lease = lease, intents = 'open',
        failure = NULL, warnings = :warnings, milliseconds = :milliseconds, edit = :edit,
        stages = :stages
      WHERE id = :id
      """,
      [
        "warnings": DatabaseValue(
          publication.warnings.isEmpty ? nil : JSON.text(publication.warnings)),
        "milliseconds": DatabaseValue(milliseconds), "edit": DatabaseValue(publication.edit),
        "stages": .text(JSON.text(publication.times)), "id": .integer(item),
      ])
    try Jobs.move(publication.job, from: .running, to: .publishing, connection)
    return .begun
  }

  private static func stage(_ publication: Publication, _ connection: any Connection) throws {
    let (asset, job, item) = (publication.asset, publication.job, publication.item)
    var recorded: Int64?
    switch publication.head {
    case .edit(let adjustment):
      recorded = try Adjustments.stage(
        adjustment, asset: asset, job: job, item: item, renderer: publication.renderer, connection)
      try HeadMoves.stage(
        .edit, to: recorded, reverses: nil, asset: asset, job: job, item: item, connection)
    case .move(let kind, let target, let reverses):
      try HeadMoves.stage(
        kind, to: target, reverses: reverses, asset: asset, job: job, item: item, connection)
    case nil: break
    }
    for file in publication.files {
      try StagedFiles.stage(
        file, asset: asset, item: item, adjustment: recorded, connection)
    }
  }

  /// TX2: all files are out.
  /// - Parameters:
  ///   - files: what is at each output's path now, by ordinal.
  ///   - cleaning: temporaries are left that must be looked at.
  /// - Returns: false if the lease is lost.
  public static func succeed(
    item: Int64, lease: Int64, files: [Int: PublishedFile], cleaning: Bool,
    _ connection: any Connection
  ) throws -> Bool {
    guard let (job, asset) = try held(item, lease, connection) else { return false }
    let move = try HeadMoves.commit(item: item, asset: asset, connection)
    try StagedFiles.commit(item: item, asset: asset, files, connection)
    try connection.run(
      """
      INSERT INTO changes (asset_id, kind, adjustment_id, item_id, at)
      VALUES (:asset, :kind, :adjustment, :item, :now)
      """,
      [
        "asset": .integer(asset), "kind": .text(try changeKind(item, move, connection)),
        "adjustment": DatabaseValue(move?.to), "item": .integer(item),
        "now": .integer(Clock.now()),
      ])
    try end(item, .succeeded, intents: cleaning ? "done" : nil, failure: nil, connection)
    try Jobs.move(job, from: .publishing, to: .succeeded, connection)
    return true
  }

  private static func changeKind(
    _ item: Int64, _ move: HeadMove?, _ connection: any Connection
  ) throws -> String {
    switch move?.kind {
    case .edit: return "edited"
    case .undo: return "undone"
    case .redo: return "redone"
    case .revert: return "reverted"
    case .adopt: return "adopted"
    case nil:
      let comes = try connection.integer(
        "SELECT count(*) FROM renditions WHERE item_id = :item AND kind <> 'removed'",
        ["item": .integer(item)])
      return comes > 0 ? "rendered" : "removed"
    }
  }

  /// Records that an item is being undone, before the first file moves back.
  public static func refuse(
    item: Int64, lease: Int64, _ failure: Failure, _ connection: any Connection
  ) throws -> Bool {
    try connection.run(
      """
      UPDATE items SET intents = 'refused', failure = :failure
      WHERE id = :id AND lease = :lease AND state = 'publishing'
      """,
      [
        "failure": .text(JSON.text(failure)), "id": .integer(item), "lease": .integer(lease),
      ]) > 0
  }

  /// Nothing of the item is out and its temporaries are gone.
  public static func fail(
    item: Int64, lease: Int64, _ failure: Failure, _ connection: any Connection
  ) throws -> Bool {
    guard let (job, _) = try held(item, lease, connection) else { return false }
    try StagedFiles.drop(item: item, connection)
    try HeadMoves.drop(item: item, connection)
    try end(item, .failed, intents: nil, failure: failure, connection)
    try Jobs.move(job, from: .publishing, to: .failed, connection)
    return true
  }

  /// An ended item's temporaries are gone.
  public static func forget(item: Int64, lease: Int64, _ connection: any Connection) throws {
    try connection.run(
      """
      UPDATE items SET intents = NULL, worker_id = NULL
      WHERE id = :id AND lease = :lease AND intents = 'done'
      """, ["id": .integer(item), "lease": .integer(lease)])
  }

  /// Refers to an object before the file that it was copied from goes.
  /// - Returns: false if the lease is lost.
  public static func refer(
    to object: Digest, foundAt path: BytePath, item: Int64, lease: Int64,
    _ connection: any Connection
  ) throws -> Bool {
    let holds = try connection.integer(
      "SELECT count(*) FROM items WHERE id = :id AND lease = :lease",
      ["id": .integer(item), "lease": .integer(lease)])
    guard holds > 0 else { return false }
    try refer(to: object, foundAt: path, item: item, connection)
    return true
  }

  static func refer(
    to object: Digest, foundAt path: BytePath, item: Int64, _ connection: any Connection
  ) throws {
    try connection.run(
      """
      INSERT INTO objects (sha256, item_id, path, stored_at)
      VALUES (:sha256, :item, :path, :now) ON CONFLICT DO NOTHING
      """,
      [
        "sha256": .blob(object.bytes), "item": .integer(item), "path": .blob(path.bytes),
        "now": .integer(Clock.now()),
      ])
  }

  private static func held(
    _ item: Int64, _ lease: Int64, _ connection: any Connection
  ) throws -> (job: Int64, asset: Int64)? {
    try connection.first(
      """
      SELECT job_id, asset_id FROM items
      WHERE id = :id AND lease = :lease AND state = 'publishing'
      """, ["id": .integer(item), "lease": .integer(lease)]
    ) { ($0.integer(0), $0.integer(1)) }
  }

  private static func end(
    _ item: Int64, _ state: ItemState, intents: String?, failure: Failure?,
    _ connection: any Connection
  ) throws {
    try connection.run(
      """
      UPDATE items SET state = :state, intents = :intents, failure = :failure,
        worker_id = CASE WHEN :intents IS NULL THEN NULL ELSE worker_id END, finished_at = :now
      WHERE id = :id
      """,
      [
        "state": .text(state.rawValue), "intents": DatabaseValue(intents),
        "failure": DatabaseValue(failure.map { JSON.text($0) }), "now": .integer(Clock.now()),
        "id": .integer(item),
      ])
  }
}
