public import Files
public import Manifest

/// One file written for an asset.
public struct Rendition: Sendable {
  public let id: Int64
  public let asset: Int64
  /// The item that wrote it.
  public let item: Int64
  public let path: BytePath
  /// Whether it is an output or the asset's own file, edited.
  public let kind: StagedFile.Kind
  /// What the manifest planned: the path, unless another program's file had it.
  public let planned: BytePath
  /// The folder that it must stay beneath.
  public let base: BytePath
  /// What it shows; nil: the original.
  public let adjustment: Int64?
  public let series: Int64?
  /// Hash of all that decides its pixels and bytes.
  public let key: Digest
  /// What made it; nil: nobody wrote it down.
  public let engine: String?
  public let format: ImageFormat
  public let width: Int
  public let height: Int
  public let file: KnownFile
  /// Whether its times are old enough to prove by themselves that it is unchanged.
  public let isSettled: Bool
}

/// The files that we wrote.
public struct Renditions: Sendable {
  let database: any Database

  public init(_ library: Library) { database = library.database }

  private static let columns = """
    id, asset_id, path, key, format, width, height, sha256, size, device, inode, modified, changed,
    settled, item_id, planned, kind, adjustment_id, series_id, base, engine
    """

  /// The live ones of an asset, or at a path.
  public func live(asset: Int64) throws -> [Rendition] {
    try database.read { connection in
      try connection.rows(
        """
        SELECT \(Self.columns) FROM renditions WHERE asset_id = :asset AND state = 'live'
        ORDER BY id
        """, ["asset": .integer(asset)], Rendition.init)
    }.compactMap(\.self)
  }

  public func live(at path: BytePath) throws -> Rendition? {
    try database.read { connection in
      try connection.first(
        "SELECT \(Self.columns) FROM renditions WHERE path = :path AND state = 'live'",
        ["path": .blob(path.bytes)], Rendition.init) ?? nil
    }
  }

  /// All live ones, a page at a time by id.
  public func live(after id: Int64, limit: Int = 1000) throws -> [Rendition] {
    try database.read { connection in
      try connection.rows(
        """
        SELECT \(Self.columns) FROM renditions WHERE id > :id AND state = 'live'
        ORDER BY id LIMIT :limit
        """, ["id": .integer(id), "limit": DatabaseValue(limit)], Rendition.init)
    }.compactMap(\.self)
  }

  /// Paths of live renditions below a folder, relative to it.
  func paths(below folder: BytePath) throws -> Set<BytePath> {
    let prefix = folder == "/" ? [] : folder.bytes
    let found = try database.read { connection in
      try connection.rows(
        """
        SELECT path FROM renditions
        WHERE state = 'live' AND kind = 'rendition' AND path >= :from AND path < :to
        """,
        // "/" is followed by "0" in byte order.
        ["from": .blob(prefix + [0x2f]), "to": .blob(prefix + [0x30])]
      ) { BytePath(bytes: $0.blob(0)) }
    }
    return Set(found.compactMap { $0.relative(to: folder) })
  }

  /// Records that a rendition was hashed again and is unchanged.
  public static func settle(_ id: Int64, _ file: KnownFile, _ connection: any Connection) throws {
    try connection.run(
      """
      UPDATE renditions SET settled = 1, device = :device, inode = :inode, modified = :modified,
        changed = :changed WHERE id = :id AND state = 'live'
      """,
      [
        "device": .integer(file.device), "inode": .integer(file.inode),
        "modified": .integer(file.modified), "changed": .integer(file.changed),
        "id": .integer(id),
      ])
  }
}

extension Rendition {
  init?(_ row: Row) {
    guard let key = Digest(bytes: row.blob(3)), let format = ImageFormat(rawValue: row.text(4)),
      let file = KnownFile(
        digest: row.blob(7), size: row.integer(8), device: row.integer(9), inode: row.integer(10),
        modified: row.integer(11), changed: row.integer(12))
    else { return nil }
    id = row.integer(0)
    asset = row.integer(1)
    path = BytePath(bytes: row.blob(2))
    self.key = key
    self.format = format
    width = Int(row.integer(5))
    height = Int(row.integer(6))
    self.file = file
    isSettled = row.flag(13)
    item = row.integer(14)
    planned = row.optional(15) { BytePath(bytes: row.blob($0)) } ?? path
    kind = StagedFile.Kind(rawValue: row.text(16)) ?? .rendition
    adjustment = row.optional(17, row.integer)
    series = row.optional(18, row.integer)
    engine = row.optional(20, row.text)
    base = row.optional(19) { BytePath(bytes: row.blob($0)) } ?? path.parent
  }
}
