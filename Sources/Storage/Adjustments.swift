public import Files
public import Manifest

/// One recorded edit of an asset.
public struct Adjustment: Sendable {
  public let id: Int64
  public let asset: Int64
  public let base: Digest
  public let recipe: Recipe
}

/// An edit to be recorded with the files that show it.
public struct StagedAdjustment: Sendable {
  public let parent: Int64?
  public let base: Digest
  public let recipe: Recipe

  public init(parent: Int64?, base: Digest, recipe: Recipe) {
    self.parent = parent
    self.base = base
    self.recipe = recipe
  }
}

/// The tree of adjustments. Rows are only ever added; a staged one that does not come to be is
/// taken away.
public struct Adjustments: Sendable {
  let database: any Database

  public init(_ library: Library) { database = library.database }

  public func adjustment(_ id: Int64) throws -> Adjustment? {
    try database.read { connection in
      try connection.first(
        "SELECT id, asset_id, base_sha256, data FROM adjustments WHERE id = :id",
        ["id": .integer(id)]
      ) { row -> Adjustment? in
        guard let base = Digest(bytes: row.blob(2)) else { return nil }
        return Adjustment(
          id: row.integer(0), asset: row.integer(1), base: base,
          recipe: try JSON.value(Recipe.self, row.text(3)))
      } ?? nil
    }
  }

  static func stage(
    _ staged: StagedAdjustment, asset: Int64, job: Int64, item: Int64, renderer: String,
    _ connection: any Connection
  ) throws {
    try connection.run(
      """
      INSERT INTO adjustments (asset_id, parent, base_sha256, format_identifier, format_version,
        data, renderer, job_id, item_id, state, created_at)
      VALUES (:asset, :parent, :base, :identifier, :version, :data, :renderer, :job, :item,
        'staged', :now)
      """,
      [
        "asset": .integer(asset), "parent": DatabaseValue(staged.parent),
        "base": .blob(staged.base.bytes), "identifier": .text(Recipe.formatIdentifier),
        "version": DatabaseValue(Recipe.formatVersion), "data": .text(JSON.text(staged.recipe)),
        "renderer": .text(renderer), "job": .integer(job), "item": .integer(item),
        "now": .integer(Clock.now()),
      ])
  }

  /// Makes an item's staged adjustment the head; returns its id, nil if there is none.
  static func commit(item: Int64, asset: Int64, _ connection: any Connection) throws -> Int64? {
    let staged = try connection.first(
      "SELECT id FROM adjustments WHERE item_id = :item AND state = 'staged'",
      ["item": .integer(item)]
    ) { $0.integer(0) }
    guard let staged else { return nil }
    try connection.run(
      "UPDATE adjustments SET state = 'committed' WHERE id = :id", ["id": .integer(staged)])
    try connection.run(
      "UPDATE assets SET head = :head WHERE id = :asset",
      ["head": .integer(staged), "asset": .integer(asset)])
    return staged
  }
}
