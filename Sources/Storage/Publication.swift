public import Files
public import Manifest

/// A rendered item whose temporaries are durable.
public struct Publication: Sendable {
  public let item: Int64
  public let lease: Int64
  public let job: Int64
  public let asset: Int64
  /// The bytes that it was rendered from.
  public let original: KnownFile
  public let outputs: [StagedRendition]
  public let adjustment: StagedAdjustment?
  public let warnings: [Warning]
  public let renderer: String

  public init(
    item: Int64, lease: Int64, job: Int64, asset: Int64, original: KnownFile,
    outputs: [StagedRendition], adjustment: StagedAdjustment?, warnings: [Warning],
    renderer: String
  ) {
    self.item = item
    self.lease = lease
    self.job = job
    self.asset = asset
    self.original = original
    self.outputs = outputs
    self.adjustment = adjustment
    self.warnings = warnings
    self.renderer = renderer
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
      try connection.savepoint {
        for output in publication.outputs {
          try Renditions.stage(output, asset: publication.asset, item: item, connection)
        }
      }
    } catch let failure as Failure where failure.code == .outputConflict {
      return .refused(failure)
    }
    for output in publication.outputs where output.expectsForeign {
      guard let foreign = output.expected else { continue }
      try refer(to: foreign, foundAt: output.path, item: item, connection)
    }
    if let adjustment = publication.adjustment {
      try Adjustments.stage(
        adjustment, asset: publication.asset, job: publication.job, item: item,
        renderer: publication.renderer, connection)
    }
    try Assets.record(publication.original, of: publication.asset, connection)
    try connection.run(
      """
      UPDATE items SET state = 'publishing', publish_lease = lease, intents = 'open',
        failure = NULL, warnings = :warnings, milliseconds = :milliseconds WHERE id = :id
      """,
      [
        "warnings": DatabaseValue(
          publication.warnings.isEmpty ? nil : JSON.text(publication.warnings)),
        "milliseconds": DatabaseValue(milliseconds), "id": .integer(item),
      ])
    try Jobs.move(publication.job, from: .running, to: .publishing, connection)
    return .begun
  }

  /// TX2: all files are out.
  /// - Parameters:
  ///   - files: what is at each output's path now, by ordinal.
  ///   - cleaning: temporaries are left that must be looked at.
  /// - Returns: false if the lease is lost.
  public static func succeed(
    item: Int64, lease: Int64, files: [Int: KnownFile], cleaning: Bool,
    _ connection: any Connection
  ) throws -> Bool {
    guard let (job, asset) = try held(item, lease, connection) else { return false }
    let adjustment = try Adjustments.commit(item: item, asset: asset, connection)
    try Renditions.commit(item: item, files, connection)
    try connection.run(
      """
      INSERT INTO changes (asset_id, kind, adjustment_id, item_id, at)
      VALUES (:asset, :kind, :adjustment, :item, :now)
      """,
      [
        "asset": .integer(asset), "kind": adjustment == nil ? "rendered" : "edited",
        "adjustment": DatabaseValue(adjustment), "item": .integer(item),
        "now": .integer(Clock.now()),
      ])
    try end(item, .succeeded, intents: cleaning ? "done" : nil, failure: nil, connection)
    try Jobs.move(job, from: .publishing, to: .succeeded, connection)
    return true
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
    try connection.run(
      "DELETE FROM renditions WHERE item_id = :item AND state = 'staged'",
      ["item": .integer(item)])
    try connection.run(
      "DELETE FROM adjustments WHERE item_id = :item AND state = 'staged'",
      ["item": .integer(item)])
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
