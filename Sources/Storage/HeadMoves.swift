import Files

/// One move of an asset's head.
public struct HeadMove: Sendable, Hashable {
  public enum Kind: String, Sendable {
    case edit, undo, redo, revert
    /// Another program's file was taken as the new original.
    case adopt
  }

  public let id: Int64
  public let kind: Kind
  public let from: Int64?
  public let to: Int64?
  /// The move that an undo or a redo takes back.
  public let reverses: Int64?
  public let job: Int64
  public let item: Int64
  /// Microseconds since 1970.
  public let at: Int64

  public init(
    id: Int64, kind: Kind, from: Int64?, to: Int64?, reverses: Int64?, job: Int64, item: Int64,
    at: Int64
  ) {
    self.id = id
    self.kind = kind
    self.from = from
    self.to = to
    self.reverses = reverses
    self.job = job
    self.item = item
    self.at = at
  }
}

/// What an asset's moves leave to be undone and redone, as in any editor: undo takes the newest
/// edit or revert back, redo the newest undo, and whatever is done anew ends redoing.
public struct HeadHistory: Sendable {
  public let moves: [HeadMove]
  /// Edits and reverts in force, oldest first.
  public private(set) var undoable: [HeadMove] = []
  /// Undos not yet taken back, oldest first.
  public private(set) var redoable: [HeadMove] = []

  /// - Parameter moves: oldest first.
  public init(_ moves: [HeadMove]) {
    self.moves = moves
    let byID = Dictionary(moves.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    for move in moves {
      switch move.kind {
      case .edit, .revert:
        undoable.append(move)
        redoable = []
      case .undo:
        _ = undoable.popLast()
        redoable.append(move)
      case .redo:
        _ = redoable.popLast()
        if let undo = move.reverses.flatMap({ byID[$0] }),
          let redone = undo.reverses.flatMap({ byID[$0] })
        {
          // What it did to files is now the redo's doing.
          undoable.append(redone.done(by: move))
        }
      case .adopt:
        // What came before is the history of another original.
        undoable = []
        redoable = []
      }
    }
  }
}

/// How an item moves its asset's head.
public enum HeadChange: Sendable {
  case edit(StagedAdjustment)
  case move(HeadMove.Kind, to: Int64?, reverses: Int64?)
}

/// The log of head moves.
public struct HeadMoves: Sendable {
  let database: any Database

  public init(_ library: Library) { database = library.database }

  public func history(of asset: Int64) throws -> HeadHistory {
    HeadHistory(
      try database.read { connection in
        try connection.rows(
          """
          SELECT id, kind, from_id, to_id, reverses, job_id, item_id, at FROM head_moves
          WHERE asset_id = :asset AND state = 'committed' ORDER BY id
          """, ["asset": .integer(asset)], HeadMove.init)
      })
  }

  static func stage(
    _ kind: HeadMove.Kind, to: Int64?, reverses: Int64?, asset: Int64, job: Int64, item: Int64,
    _ connection: any Connection
  ) throws {
    try connection.run(
      """
      INSERT INTO head_moves (asset_id, from_id, to_id, kind, reverses, job_id, item_id, state, at)
      VALUES (:asset, (SELECT head FROM assets WHERE id = :asset), :to, :kind, :reverses, :job,
        :item, 'staged', :now)
      """,
      [
        "asset": .integer(asset), "to": DatabaseValue(to), "kind": .text(kind.rawValue),
        "reverses": DatabaseValue(reverses), "job": .integer(job), "item": .integer(item),
        "now": .integer(Clock.now()),
      ])
  }

  /// Moves a head outside of any item, with its entry in the feed.
  static func record(
    _ kind: HeadMove.Kind, to: Int64, asset: Int64, _ connection: any Connection
  ) throws {
    try stage(kind, to: to, reverses: nil, asset: asset, job: 0, item: 0, connection)
    _ = try commit(item: 0, asset: asset, connection)
    try connection.run(
      """
      INSERT INTO changes (asset_id, kind, adjustment_id, item_id, at)
      VALUES (:asset, 'edited', :adjustment, 0, :now)
      """,
      ["asset": .integer(asset), "adjustment": .integer(to), "now": .integer(Clock.now())])
  }

  /// Carries an item's staged move out.
  /// - Returns: it; nil if the item moves no head.
  static func commit(
    item: Int64, asset: Int64, _ connection: any Connection
  ) throws -> HeadMove? {
    let staged = try connection.first(
      """
      SELECT id, kind, from_id, to_id, reverses, job_id, item_id, at FROM head_moves
      WHERE item_id = :item AND state = 'staged'
      """, ["item": .integer(item)], HeadMove.init)
    guard let staged else { return nil }
    try connection.run(
      "UPDATE adjustments SET state = 'committed' WHERE item_id = :item AND state = 'staged'",
      ["item": .integer(item)])
    try connection.run(
      "UPDATE head_moves SET state = 'committed' WHERE id = :id", ["id": .integer(staged.id)])
    try connection.run(
      "UPDATE assets SET head = :head WHERE id = :asset",
      ["head": DatabaseValue(staged.to), "asset": .integer(asset)])
    return staged
  }

  /// Takes an item's staged move away, with the adjustment that it led to.
  static func drop(item: Int64, _ connection: any Connection) throws {
    for table in ["head_moves", "adjustments"] {
      try connection.run(
        "DELETE FROM \(table) WHERE item_id = :item AND state = 'staged'",
        ["item": .integer(item)])
    }
  }
}

extension HeadMove {
  fileprivate func done(by other: HeadMove) -> HeadMove {
    HeadMove(
      id: id, kind: kind, from: from, to: to, reverses: reverses, job: job, item: other.item,
      at: at)
  }

  init(_ row: Row) {
    id = row.integer(0)
    kind = Kind(rawValue: row.text(1)) ?? .edit
    from = row.optional(2, row.integer)
    to = row.optional(3, row.integer)
    reverses = row.optional(4, row.integer)
    job = row.integer(5)
    item = row.integer(6)
    at = row.integer(7)
  }
}
