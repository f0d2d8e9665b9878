public import Files
public import Manifest

/// One file written for an asset.
public struct Rendition: Sendable {
  public let id: Int64
  public let asset: Int64
  /// The item that wrote it.
  public let item: Int64
  public let path: BytePath
  /// What the manifest planned: the path, unless another program's file had it.
  public let planned: BytePath
  /// Hash of all that decides its pixels and bytes.
  public let key: Digest
  public let format: ImageFormat
  public let width: Int
  public let height: Int
  public let file: KnownFile
  /// Whether its times are old enough to prove by themselves that it is unchanged.
  public let isSettled: Bool
}

/// An output that is rendered and about to come out.
public struct StagedRendition: Sendable {
  public let ordinal: Int
  /// Absolute.
  public let path: BytePath
  /// What the manifest planned: the path, unless another program's file has it.
  public let planned: BytePath
  public let key: Digest
  public let digest: Digest
  /// What the path holds now and must still hold then; nil for nothing.
  public let expected: Digest?
  /// Whether that is another program's file, which is stored before it is replaced.
  public let expectsForeign: Bool
  public let format: ImageFormat
  public let width: Int
  public let height: Int
  public let size: Int64
  public let decodeScale: Double

  public init(
    ordinal: Int, path: BytePath, planned: BytePath, key: Digest, digest: Digest,
    expected: Digest?, expectsForeign: Bool, format: ImageFormat, width: Int, height: Int,
    size: Int64, decodeScale: Double
  ) {
    self.ordinal = ordinal
    self.path = path
    self.planned = planned
    self.key = key
    self.digest = digest
    self.expected = expected
    self.expectsForeign = expectsForeign
    self.format = format
    self.width = width
    self.height = height
    self.size = size
    self.decodeScale = decodeScale
  }
}

/// The files that we wrote.
public struct Renditions: Sendable {
  let database: any Database

  public init(_ library: Library) { database = library.database }

  private static let columns = """
    id, asset_id, path, key, format, width, height, sha256, size, device, inode, modified, changed,
    settled, item_id, planned
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
        "SELECT path FROM renditions WHERE state = 'live' AND path >= :from AND path < :to",
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

  /// - Throws: OUTPUT_CONFLICT if another asset's rendition is at the path or about to come there.
  static func stage(
    _ output: StagedRendition, asset: Int64, item: Int64, _ connection: any Connection
  ) throws {
    let other = try connection.first(
      """
      SELECT asset_id FROM renditions WHERE path = :path AND state = 'staged'
      UNION ALL
      SELECT asset_id FROM renditions
      WHERE path = :path AND state = 'live' AND asset_id <> :asset
      """, ["path": .blob(output.path.bytes), "asset": .integer(asset)]
    ) { $0.integer(0) }
    if let other {
      throw Failure(
        .outputConflict, "\(output.path) is written for another photo (asset \(other))",
        hint: "tell them apart in the output's path with {dir}, {name} or {ext}", stage: .publish)
    }
    try connection.run(
      """
      INSERT INTO renditions (asset_id, item_id, ordinal, path, planned, key, sha256,
        expected_sha256, format, width, height, size, decode_scale, state, replaces, recorded_at)
      VALUES (:asset, :item, :ordinal, :path, :planned, :key, :sha256,
        :expected, :format, :width, :height, :size, :scale, 'staged',
        (SELECT id FROM renditions WHERE path = :path AND state = 'live'), :now)
      """,
      [
        "asset": .integer(asset), "item": .integer(item),
        "ordinal": DatabaseValue(output.ordinal), "path": .blob(output.path.bytes),
        "planned": DatabaseValue(output.planned == output.path ? nil : output.planned.bytes),
        "key": .blob(output.key.bytes), "sha256": .blob(output.digest.bytes),
        "expected": DatabaseValue(output.expected?.bytes), "format": .text(output.format.rawValue),
        "width": DatabaseValue(output.width), "height": DatabaseValue(output.height),
        "size": .integer(output.size), "scale": .real(output.decodeScale),
        "now": .integer(Clock.now()),
      ])
  }

  /// What an item has staged or, once it is committed, has put out; in order.
  static func outputs(item: Int64, _ connection: any Connection) throws -> [StagedRendition] {
    try connection.rows(
      """
      SELECT ordinal, path, key, sha256, expected_sha256, format, width, height, size,
        decode_scale, planned, replaces IS NULL
      FROM renditions WHERE item_id = :item ORDER BY ordinal
      """, ["item": .integer(item)]
    ) { row -> StagedRendition? in
      guard let key = Digest(bytes: row.blob(2)), let digest = Digest(bytes: row.blob(3)),
        let format = ImageFormat(rawValue: row.text(5))
      else { return nil }
      let path = BytePath(bytes: row.blob(1))
      let expected = row.optional(4) { Digest(bytes: row.blob($0)) } ?? nil
      return StagedRendition(
        ordinal: Int(row.integer(0)), path: path,
        planned: row.optional(10) { BytePath(bytes: row.blob($0)) } ?? path, key: key,
        digest: digest, expected: expected, expectsForeign: expected != nil && row.flag(11),
        format: format, width: Int(row.integer(6)), height: Int(row.integer(7)),
        size: row.integer(8), decodeScale: row.real(9))
    }.compactMap(\.self)
  }

  /// Makes an item's staged renditions live in place of those at their paths.
  /// - Parameter files: what is at each output's path now, by ordinal. One that another program took
  ///   away at once has come out all the same: it is live, and like no file there is.
  static func commit(
    item: Int64, _ files: [Int: KnownFile], _ connection: any Connection
  ) throws {
    let now = Clock.now()
    for output in try outputs(item: item, connection) {
      let file = files[output.ordinal]
      try connection.run(
        "UPDATE renditions SET state = 'replaced' WHERE path = :path AND state = 'live'",
        ["path": .blob(output.path.bytes)])
      // A file written again within its clock's tick would look the same.
      let settled = file.map { now - $0.changed / 1000 > 2_000_000 } ?? false
      try connection.run(
        """
        UPDATE renditions SET state = 'live', recorded_at = :now, settled = :settled,
          device = :device, inode = :inode, modified = :modified, changed = :changed
        WHERE item_id = :item AND ordinal = :ordinal AND state = 'staged'
        """,
        [
          "now": .integer(now), "settled": DatabaseValue(settled),
          "device": DatabaseValue(file?.device), "inode": DatabaseValue(file?.inode),
          "modified": DatabaseValue(file?.modified), "changed": DatabaseValue(file?.changed),
          "item": .integer(item), "ordinal": DatabaseValue(output.ordinal),
        ])
    }
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
  }
}
