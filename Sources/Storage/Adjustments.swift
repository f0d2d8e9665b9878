public import Files
public import Manifest

/// One recorded edit of an asset.
public struct Adjustment: Sendable {
  public let id: Int64
  public let asset: Int64
  public let parent: Int64?
  /// What its pixels start from: the original, or a rendered result in the store.
  public let base: Digest
  /// The asset's original when it was recorded.
  public let original: Digest
  public let content: AdjustmentContent
  public let series: Int64?
  public let job: Int64
  public let item: Int64
  public let renderer: String
  /// Microseconds since 1970.
  public let createdAt: Int64

  public init(
    id: Int64, asset: Int64, parent: Int64?, base: Digest, original: Digest,
    content: AdjustmentContent, series: Int64?, job: Int64, item: Int64, renderer: String,
    createdAt: Int64
  ) {
    self.id = id
    self.asset = asset
    self.parent = parent
    self.base = base
    self.original = original
    self.content = content
    self.series = series
    self.job = job
    self.item = item
    self.renderer = renderer
    self.createdAt = createdAt
  }

  /// nil: this minilab cannot read it.
  public var recipe: Recipe? { content.recipe }
}

/// An adjustment's data as its format says.
public struct AdjustmentContent: Sendable, Hashable {
  public let identifier: String
  public let version: Int
  /// Verbatim; never empty.
  public let data: String

  /// Where data goes into the object store, and where it is refused, in bytes.
  static let mostInline = 1 << 20
  public static let mostBytes = 16 << 20

  public init(identifier: String, version: Int, data: String) {
    self.identifier = identifier
    self.version = version
    self.data = data
  }

  public init(_ recipe: Recipe) {
    self.init(
      identifier: Recipe.formatIdentifier, version: Recipe.formatVersion, data: JSON.text(recipe))
  }

  /// The object that long data is kept in; nil for short data.
  public var object: Digest? {
    data.utf8.count > Self.mostInline ? Digest.of(data) : nil
  }

  /// Stores long data, before a row refers to it.
  public func keep(in library: Library) throws {
    guard object != nil else { return }
    guard data.utf8.count <= Self.mostBytes else {
      throw Failure(
        .badAdjustment, "an edit of over \(Self.mostBytes >> 20) MiB cannot be recorded",
        hint: "make it of fewer or simpler operations", stage: .edit)
    }
    let file = try MemoryFile.make()
    try file.writeAll(Array(data.utf8))
    _ = try library.objects.store(file)
  }

  /// What it says, if it is of a format that we handle.
  public var recipe: Recipe? {
    guard AdjustmentFormats.canHandle(identifier: identifier, version: version) else { return nil }
    return try? JSON.value(Recipe.self, data)
  }
}

/// The formats of adjustment data that can be edited again; all others are stacked upon.
public enum AdjustmentFormats {
  private static let handled: [String: ClosedRange<Int>] = [
    Recipe.formatIdentifier: 1...Recipe.formatVersion
  ]

  public static func canHandle(identifier: String, version: Int) -> Bool {
    handled[identifier]?.contains(version) ?? false
  }
}

/// An edit to be recorded with the files that show it.
public struct StagedAdjustment: Sendable {
  public let parent: Int64?
  public let base: Digest
  public let original: Digest
  public let content: AdjustmentContent

  public init(parent: Int64?, base: Digest, original: Digest, content: AdjustmentContent) {
    self.parent = parent
    self.base = base
    self.original = original
    self.content = content
  }
}

/// The tree of adjustments. Rows are only ever added; a staged one that does not come to be is
/// taken away.
public struct Adjustments: Sendable {
  let database: any Database
  private let objects: ObjectStore

  public init(_ library: Library) {
    database = library.database
    objects = library.objects
  }

  private static let columns = """
    id, asset_id, parent, base_sha256, original_sha256, format_identifier, format_version, data,
    series_id, job_id, item_id, renderer, created_at, data_object
    """

  public func adjustment(_ id: Int64) throws -> Adjustment? {
    let row = try database.read { connection in
      try connection.first(
        "SELECT \(Self.columns) FROM adjustments WHERE id = :id", ["id": .integer(id)],
        AdjustmentRow.init)
    }
    return try row.flatMap { try $0.adjustment(objects) }
  }

  /// An asset's whole tree, oldest first.
  public func tree(of asset: Int64) throws -> [Adjustment] {
    let rows = try database.read { connection in
      try connection.rows(
        """
        SELECT \(Self.columns) FROM adjustments WHERE asset_id = :asset AND state = 'committed'
        ORDER BY id
        """, ["asset": .integer(asset)], AdjustmentRow.init)
    }
    return try rows.compactMap { try $0.adjustment(objects) }
  }

  /// - Returns: its id.
  static func stage(
    _ staged: StagedAdjustment, asset: Int64, job: Int64, item: Int64, renderer: String,
    _ connection: any Connection
  ) throws -> Int64 {
    try insert(
      staged.content, parent: staged.parent, base: staged.base, original: staged.original,
      asset: asset, job: job, item: item, renderer: renderer, state: "staged",
      at: Clock.now(), connection)
  }

  /// Records an adjustment from elsewhere, unless it is there already.
  static func add(
    _ content: AdjustmentContent, parent: Int64?, base: Digest, original: Digest, asset: Int64,
    renderer: String, at time: Int64, _ connection: any Connection
  ) throws -> (id: Int64, isNew: Bool) {
    let known = try connection.first(
      """
      SELECT id FROM adjustments WHERE asset_id = :asset AND parent IS NOT DISTINCT FROM :parent
        AND base_sha256 = :base AND format_identifier = :identifier AND format_version = :version
        AND data = :data AND data_object IS NOT DISTINCT FROM :object AND state = 'committed'
      """,
      [
        "asset": .integer(asset), "parent": DatabaseValue(parent), "base": .blob(base.bytes),
        "identifier": .text(content.identifier), "version": DatabaseValue(content.version),
        "data": .text(content.inlineData), "object": DatabaseValue(content.object?.bytes),
      ]
    ) { $0.integer(0) }
    if let known { return (known, false) }
    let id = try insert(
      content, parent: parent, base: base, original: original, asset: asset, job: 0, item: 0,
      renderer: renderer, state: "committed", at: time, connection)
    return (id, true)
  }

  private static func insert(
    _ content: AdjustmentContent, parent: Int64?, base: Digest, original: Digest, asset: Int64,
    job: Int64, item: Int64, renderer: String, state: String, at time: Int64,
    _ connection: any Connection
  ) throws -> Int64 {
    if let object = content.object {
      try Publishing.refer(to: object, foundAt: "", item: item, connection)
    }
    try connection.run(
      """
      INSERT INTO adjustments (asset_id, parent, base_sha256, original_sha256, format_identifier,
        format_version, data, data_object, renderer, series_id, job_id, item_id, state, created_at)
      VALUES (:asset, :parent, :base, :original, :identifier, :version, :data, :object, :renderer,
        (SELECT series_id FROM jobs WHERE id = :job), :job, :item, :state, :time)
      """,
      [
        "asset": .integer(asset), "parent": DatabaseValue(parent), "base": .blob(base.bytes),
        "original": .blob(original.bytes), "identifier": .text(content.identifier),
        "version": DatabaseValue(content.version), "data": .text(content.inlineData),
        "object": DatabaseValue(content.object?.bytes), "renderer": .text(renderer),
        "job": .integer(job), "item": .integer(item), "state": .text(state),
        "time": .integer(time),
      ])
    return connection.lastInsertedID
  }
}

extension AdjustmentContent {
  /// What the row itself holds.
  fileprivate var inlineData: String { object == nil ? data : "(object)" }
}

/// A row of `adjustments`, its data perhaps still in the store.
private struct AdjustmentRow {
  let base: Digest?
  let make: @Sendable (String) -> Adjustment?
  let data: String
  let object: Digest?

  init(_ row: Row) {
    let base = Digest(bytes: row.blob(3))
    let (id, asset, parent) = (row.integer(0), row.integer(1), row.optional(2, row.integer))
    let original = Digest(bytes: row.blob(4))
    let (identifier, version) = (row.text(5), Int(row.integer(6)))
    let series = row.optional(8, row.integer)
    let (job, item, renderer) = (row.integer(9), row.integer(10), row.text(11))
    let createdAt = row.integer(12)
    self.base = base
    data = row.text(7)
    object = row.optional(13) { Digest(bytes: row.blob($0)) } ?? nil
    make = { data in
      guard let base else { return nil }
      return Adjustment(
        id: id, asset: asset, parent: parent, base: base, original: original ?? base,
        content: AdjustmentContent(identifier: identifier, version: version, data: data),
        series: series, job: job, item: item, renderer: renderer, createdAt: createdAt)
    }
  }

  func adjustment(_ objects: ObjectStore) throws -> Adjustment? {
    guard let object else { return make(data) }
    return make(String(decoding: try objects.open(object).readAll(), as: UTF8.self))
  }
}
