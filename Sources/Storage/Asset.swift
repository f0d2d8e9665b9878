public import Files
public import Manifest

/// One image file under a root.
public struct Asset: Sendable {
  public let id: Int64
  public let root: Int64
  /// Relative to the catalog root.
  public let path: BytePath
  /// The file as it was when its bytes were last read; nil until then. It is the original unless a
  /// rendition in place is live.
  public let file: KnownFile?
  public let original: Original?
  /// The adjustment in force.
  public let head: Int64?
  /// When it was taken, as EXIF has it; empty: it does not say; nil: nobody has looked.
  public let taken: String?
}

/// An asset's bytes before any edit of ours, with what comes back with them.
public struct Original: Sendable, Hashable {
  public let digest: Digest
  /// nil until it is first edited in place.
  public let mode: UInt32?
  /// Nanoseconds since 1970.
  public let modified: Int64

  public init(digest: Digest, mode: UInt32?, modified: Int64) {
    self.digest = digest
    self.mode = mode
    self.modified = modified
  }
}

/// A file whose bytes were read at a time: as long as the rest agrees, so does the hash.
public struct KnownFile: Sendable, Hashable {
  public let digest: Digest
  public let size: Int64
  public let device: Int64
  public let inode: Int64
  public let modified: Int64
  public let changed: Int64

  public init(_ digest: Digest, _ status: FileStatus) {
    self.digest = digest
    size = status.size
    device = status.device
    inode = status.inode
    modified = status.modified
    changed = status.changed
  }

  public func matches(_ status: FileStatus) -> Bool { self == KnownFile(digest, status) }

  /// Whether its times are old enough to prove by themselves that it is unchanged: a file written
  /// again within its clock's tick would look the same.
  public var isSettled: Bool { Clock.now() - changed / 1000 > 2_000_000 }

  init?(digest: [UInt8], size: Int64, device: Int64, inode: Int64, modified: Int64, changed: Int64)
  {
    guard let digest = Digest(bytes: digest) else { return nil }
    self.digest = digest
    self.size = size
    self.device = device
    self.inode = inode
    self.modified = modified
    self.changed = changed
  }
}

extension Asset {
  static let columns =
    "a.id, a.root_id, a.path, a.head, a.sha256, a.size, a.device, a.inode, a.modified, a.changed, "
    + "a.taken, a.original_sha256, a.original_mode, a.original_modified"

  init(_ row: Row, from first: Int = 0) {
    id = row.integer(first)
    root = row.integer(first + 1)
    path = BytePath(bytes: row.blob(first + 2))
    head = row.optional(first + 3, row.integer)
    file = KnownFile(
      digest: row.blob(first + 4), size: row.integer(first + 5), device: row.integer(first + 6),
      inode: row.integer(first + 7), modified: row.integer(first + 8),
      changed: row.integer(first + 9))
    taken = row.optional(first + 10, row.text)
    original = Digest(bytes: row.blob(first + 11)).map { digest in
      Original(
        digest: digest, mode: row.optional(first + 12) { UInt32(row.integer($0)) },
        modified: row.integer(first + 13))
    }
  }
}

/// Looking up assets.
public struct Assets: Sendable {
  let database: any Database

  public init(_ library: Library) { database = library.database }

  public func asset(root: Int64, path: BytePath) throws -> Asset? {
    try database.read { connection in
      try connection.first(
        "SELECT \(Asset.columns) FROM assets a WHERE a.root_id = :root AND a.path = :path",
        ["root": .integer(root), "path": .blob(path.bytes)]
      ) { Asset($0) }
    }
  }

  public func asset(_ id: Int64) throws -> Asset? {
    try database.read { connection in
      try connection.first(
        "SELECT \(Asset.columns) FROM assets a WHERE a.id = :id", ["id": .integer(id)]
      ) { Asset($0) }
    }
  }

  /// All that have an edit in force.
  public func edited() throws -> [Asset] {
    try database.read { connection in
      try connection.rows(
        """
        SELECT \(Asset.columns) FROM assets a WHERE a.head IS NOT NULL
        UNION
        SELECT \(Asset.columns) FROM assets a JOIN renditions r ON r.asset_id = a.id
        WHERE r.state = 'live' AND r.kind = 'in-place' ORDER BY 1
        """, [:]
      ) { Asset($0) }
    }
  }

  /// All that were ever edited.
  public func withAdjustments() throws -> [Asset] {
    try database.read { connection in
      try connection.rows(
        """
        SELECT \(Asset.columns) FROM assets a
        WHERE a.id IN (SELECT asset_id FROM adjustments WHERE state = 'committed') ORDER BY a.id
        """, [:]
      ) { Asset($0) }
    }
  }

  /// Those that a job has items of, in its order.
  public func assets(of job: Int64) throws -> [Asset] {
    try database.read { connection in
      try connection.rows(
        """
        SELECT \(Asset.columns) FROM items i JOIN assets a ON a.id = i.asset_id
        WHERE i.job_id = :job ORDER BY i.position
        """, ["job": .integer(job)]
      ) { Asset($0) }
    }
  }

  /// Items of an asset that have not ended.
  public struct Waiting: Sendable {
    public let queued: Int
    public let inWork: Int
  }

  public func waiting(for asset: Int64) throws -> Waiting {
    try database.read { connection in
      let states = try connection.rows(
        """
        SELECT i.state FROM items i JOIN jobs j ON j.id = i.job_id
        WHERE i.asset_id = :asset AND i.state IN ('queued', 'running', 'publishing')
          AND (j.cancelled = 0 OR i.state <> 'queued')
        """, ["asset": .integer(asset)]
      ) { $0.text(0) }
      let queued = states.count { $0 == "queued" }
      return Waiting(queued: queued, inWork: states.count - queued)
    }
  }

  /// Records what an item's names were resolved to and when the photo was taken, before anything
  /// is written under those names.
  /// - Returns: false if the lease is lost.
  public func record(
    _ names: ItemNames, taken: String?, of asset: Int64, item: Int64, lease: Int64
  ) throws -> Bool {
    try database.write { connection in
      try connection.run(
        "UPDATE assets SET taken = coalesce(:taken, taken) WHERE id = :asset",
        ["taken": DatabaseValue(taken), "asset": .integer(asset)])
      return try connection.run(
        """
        UPDATE items SET names = :names
        WHERE id = :item AND lease = :lease AND state = 'running'
        """,
        [
          "names": .text(JSON.text(names)), "item": .integer(item), "lease": .integer(lease),
        ]) > 0
    }
  }

  /// Records what an asset's original is.
  static func record(_ original: Original, of asset: Int64, _ connection: any Connection) throws {
    try connection.run(
      """
      UPDATE assets SET original_sha256 = :sha256, original_mode = :mode,
        original_modified = :modified WHERE id = :id
      """,
      [
        "sha256": .blob(original.digest.bytes),
        "mode": DatabaseValue(original.mode.map { Int64($0) }),
        "modified": .integer(original.modified), "id": .integer(asset),
      ])
  }

  /// Records the bytes that a file was found to have.
  public static func recordFile(
    _ file: KnownFile, of asset: Int64, _ connection: any Connection
  ) throws {
    try connection.run(
      """
      UPDATE assets SET sha256 = :sha256, size = :size, device = :device, inode = :inode,
        modified = :modified, changed = :changed WHERE id = :id
      """,
      [
        "sha256": .blob(file.digest.bytes), "size": .integer(file.size),
        "device": .integer(file.device), "inode": .integer(file.inode),
        "modified": .integer(file.modified), "changed": .integer(file.changed),
        "id": .integer(asset),
      ])
  }
}
