public import Files
import Manifest

/// What an item once did at one path: a row of `renditions`, live or not.
public struct FileRecord: Sendable {
  public let id: Int64
  public let asset: Int64
  public let item: Int64
  public let kind: StagedFile.Kind
  public let path: BytePath
  public let base: BytePath
  /// nil: nothing came there.
  public let digest: Digest?
  public let size: Int64
  /// nil for what is not ours.
  public let rendering: Rendering?
  /// What was there before, as a record of ours and by its bytes; nil for none.
  public let replaced: Int64?
  public let expected: Digest?
  public let origin: Int64
  public let series: Int64?
  /// What comes back when the origin is taken back; nil: what was there and not ours.
  public let beneath: Int64?
  /// Nanoseconds since 1970, as it was recorded.
  public let modified: Int64
  public let mode: UInt32?

  /// The record's own link to what it shows.
  public var shows: Rendering.Shown { rendering?.shows ?? .original }

  /// Whether it is the whole edited picture, neither resized nor finished.
  public var isWhole: Bool {
    rendering.map { $0.settings.size == nil && $0.settings.finish.isEmpty } ?? false
  }

  static let columns = """
    r.id, r.asset_id, r.item_id, r.kind, r.path, r.base, r.sha256, r.size, r.planned, r.key,
    s.settings, r.width, r.height, r.decode_scale, r.adjustment_id, r.replaces,
    r.expected_sha256, r.origin_item, r.series_id, r.beneath, r.modified, r.mode, r.engine
    """
  static let table = "renditions r LEFT JOIN output_settings s ON s.id = r.settings_id"

  init(_ row: Row) throws {
    id = row.integer(0)
    asset = row.integer(1)
    item = row.integer(2)
    kind = StagedFile.Kind(rawValue: row.text(3)) ?? .rendition
    path = BytePath(bytes: row.blob(4))
    base = row.optional(5) { BytePath(bytes: row.blob($0)) } ?? path.parent
    digest = Digest(bytes: row.blob(6))
    size = row.integer(7)
    let planned = row.optional(8) { BytePath(bytes: row.blob($0)) } ?? path
    if let settings = try row.optional(10, row.text).map({
      try JSON.value(OutputSettings.self, $0)
    }), let key = Digest(bytes: row.blob(9)) {
      rendering = Rendering(
        planned: planned, key: key, settings: settings, width: Int(row.integer(11)),
        height: Int(row.integer(12)), decodeScale: row.real(13),
        shows: row.optional(14) { .adjustment(row.integer($0)) } ?? .original,
        engine: row.optional(22, row.text))
    } else {
      rendering = nil
    }
    replaced = row.optional(15, row.integer)
    expected = row.optional(16) { Digest(bytes: row.blob($0)) } ?? nil
    origin = row.optional(17, row.integer) ?? item
    series = row.optional(18, row.integer)
    beneath = row.optional(19, row.integer)
    modified = row.integer(20)
    mode = row.optional(21) { UInt32(row.integer($0)) }
  }
}

/// Looking up what was done at paths.
public struct FileRecords: Sendable {
  let database: any Database

  public init(_ library: Library) { database = library.database }

  private static func query(_ condition: String) -> String {
    "SELECT \(FileRecord.columns) FROM \(FileRecord.table) WHERE \(condition)"
  }

  public func record(_ id: Int64) throws -> FileRecord? {
    try database.read { connection in
      try connection.first(Self.query("r.id = :id"), ["id": .integer(id)], FileRecord.init)
    }
  }

  /// What an item did, in order.
  public func records(of item: Int64) throws -> [FileRecord] {
    try database.read { connection in
      try connection.rows(
        Self.query("r.item_id = :item AND r.state <> 'staged' ORDER BY r.ordinal"),
        ["item": .integer(item)], FileRecord.init)
    }
  }

  /// What was done last at every path that an asset has to do with.
  public func inEffect(asset: Int64) throws -> [FileRecord] {
    try database.read { connection in
      try connection.rows(
        Self.query(
          """
          r.asset_id = :asset AND r.state <> 'staged' AND r.id = (SELECT max(b.id)
            FROM renditions b WHERE b.path = r.path AND b.state <> 'staged')
          ORDER BY r.id
          """), ["asset": .integer(asset)], FileRecord.init)
    }
  }
}
