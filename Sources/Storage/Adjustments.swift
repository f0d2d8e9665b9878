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

  /// nil: this minilab cannot read it.
  public var recipe: Recipe? { content.recipe }
}

/// An adjustment's data as its format says.
public struct AdjustmentContent: Sendable, Hashable {
  public let identifier: String
  public let version: Int
  /// Verbatim; never empty.
  public let data: String

  public init(identifier: String, version: Int, data: String) {
    self.identifier = identifier
    self.version = version
    self.data = data
  }

  public init(_ recipe: Recipe) {
    self.init(
      identifier: Recipe.formatIdentifier, version: Recipe.formatVersion, data: JSON.text(recipe))
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
  public let recipe: Recipe

  public init(parent: Int64?, base: Digest, original: Digest, recipe: Recipe) {
    self.parent = parent
    self.base = base
    self.original = original
    self.recipe = recipe
  }
}

/// The tree of adjustments. Rows are only ever added; a staged one that does not come to be is
/// taken away.
public struct Adjustments: Sendable {
  let database: any Database

  public init(_ library: Library) { database = library.database }

  private static let columns = """
    id, asset_id, parent, base_sha256, original_sha256, format_identifier, format_version, data,
    series_id, job_id, item_id, renderer, created_at
    """

  public func adjustment(_ id: Int64) throws -> Adjustment? {
    try database.read { connection in
      try connection.first(
        "SELECT \(Self.columns) FROM adjustments WHERE id = :id", ["id": .integer(id)],
        Adjustment.init) ?? nil
    }
  }

  /// An asset's whole tree, oldest first.
  public func tree(of asset: Int64) throws -> [Adjustment] {
    try database.read { connection in
      try connection.rows(
        """
        SELECT \(Self.columns) FROM adjustments WHERE asset_id = :asset AND state = 'committed'
        ORDER BY id
        """, ["asset": .integer(asset)], Adjustment.init)
    }.compactMap(\.self)
  }

  /// - Returns: its id.
  static func stage(
    _ staged: StagedAdjustment, asset: Int64, job: Int64, item: Int64, renderer: String,
    _ connection: any Connection
  ) throws -> Int64 {
    let content = AdjustmentContent(staged.recipe)
    try connection.run(
      """
      INSERT INTO adjustments (asset_id, parent, base_sha256, original_sha256, format_identifier,
        format_version, data, renderer, series_id, job_id, item_id, state, created_at)
      VALUES (:asset, :parent, :base, :original, :identifier, :version, :data, :renderer,
        (SELECT series_id FROM jobs WHERE id = :job), :job, :item, 'staged', :now)
      """,
      [
        "asset": .integer(asset), "parent": DatabaseValue(staged.parent),
        "base": .blob(staged.base.bytes), "original": .blob(staged.original.bytes),
        "identifier": .text(content.identifier), "version": DatabaseValue(content.version),
        "data": .text(content.data), "renderer": .text(renderer), "job": .integer(job),
        "item": .integer(item), "now": .integer(Clock.now()),
      ])
    return connection.lastInsertedID
  }
}

extension Adjustment {
  init?(_ row: Row) {
    guard let base = Digest(bytes: row.blob(3)) else { return nil }
    id = row.integer(0)
    asset = row.integer(1)
    parent = row.optional(2, row.integer)
    self.base = base
    original = Digest(bytes: row.blob(4)) ?? base
    content = AdjustmentContent(
      identifier: row.text(5), version: Int(row.integer(6)), data: row.text(7))
    series = row.optional(8, row.integer)
    job = row.integer(9)
    item = row.integer(10)
    renderer = row.text(11)
    createdAt = row.integer(12)
  }
}
