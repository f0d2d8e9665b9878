public import Files
import Manifest

/// The rows of what items are about to do, from the point of no return to the end.
enum StagedFiles {
  /// - Parameters:
  ///   - adjustment: the one that the item records, staged before.
  /// - Throws: OUTPUT_CONFLICT if another asset's rendition is at the path or about to come there.
  static func stage(
    _ file: StagedFile, asset: Int64, item: Int64, adjustment: Int64?,
    _ connection: any Connection
  ) throws {
    try refuseOthers(file, asset: asset, connection)
    let rendering = file.rendering
    let before = try inEffect(at: file.path, connection)
    let (origin, series, beneath) =
      switch file.lineage {
      case .new(let series): (item, series, before)
      case .again(let record): (record.origin, record.series, record.beneath)
      }
    let shown: Int64? =
      switch rendering?.shows {
      case .recordedNow: adjustment
      case .adjustment(let id): id
      case .original, nil: nil
      }
    try connection.run(
      """
      INSERT INTO renditions (asset_id, item_id, ordinal, path, planned, key, sha256,
        expected_sha256, format, width, height, size, decode_scale, state, replaces, recorded_at,
        kind, base, adjustment_id, settings_id, origin_item, series_id, beneath, engine)
      VALUES (:asset, :item, :ordinal, :path, :planned, :key, :sha256,
        :expected, :format, :width, :height, :size, :scale, 'staged', :replaces, :now,
        :kind, :base, :adjustment, :settings, :origin, :series, :beneath, :engine)
      """,
      [
        "asset": .integer(asset), "item": .integer(item),
        "ordinal": DatabaseValue(file.ordinal), "path": .blob(file.path.bytes),
        "planned": DatabaseValue(
          rendering.flatMap { $0.planned == file.path ? nil : $0.planned.bytes }),
        "key": .blob(rendering?.key.bytes ?? []), "sha256": .blob(file.digest?.bytes ?? []),
        "expected": DatabaseValue(file.expected?.bytes),
        "format": .text(rendering?.settings.format.rawValue ?? ""),
        "width": DatabaseValue(rendering?.width ?? 0),
        "height": DatabaseValue(rendering?.height ?? 0), "size": .integer(file.size),
        "scale": .real(rendering?.decodeScale ?? 0), "replaces": DatabaseValue(before),
        "now": .integer(Clock.now()), "kind": .text(file.kind.rawValue),
        "base": .blob(file.base.bytes), "adjustment": DatabaseValue(shown),
        "settings": DatabaseValue(
          try rendering.map { try settingsID(of: $0.settings, connection) }),
        "origin": .integer(origin), "series": DatabaseValue(series),
        "beneath": DatabaseValue(beneath), "engine": DatabaseValue(rendering?.engine),
      ])
  }

  private static func refuseOthers(
    _ file: StagedFile, asset: Int64, _ connection: any Connection
  ) throws {
    let other = try connection.first(
      """
      SELECT asset_id FROM renditions WHERE path = :path AND state = 'staged'
      UNION ALL
      SELECT asset_id FROM renditions
      WHERE path = :path AND state = 'live' AND asset_id <> :asset
      """, ["path": .blob(file.path.bytes), "asset": .integer(asset)]
    ) { $0.integer(0) }
    guard let other else { return }
    throw Failure(
      .outputConflict, "\(file.path) is written for another photo (asset \(other))",
      hint: "tell them apart in the output's path with {dir}, {name} or {ext}", stage: .publish)
  }

  /// The record of what was done last at a path, if that left something of ours or of its own.
  private static func inEffect(at path: BytePath, _ connection: any Connection) throws -> Int64? {
    try connection.first(
      """
      SELECT id FROM renditions WHERE path = :path AND state <> 'staged' ORDER BY id DESC LIMIT 1
      """, ["path": .blob(path.bytes)]
    ) { $0.integer(0) }
  }

  /// Settings are few and long: each is kept once.
  private static func settingsID(
    of settings: OutputSettings, _ connection: any Connection
  ) throws -> Int64 {
    let values: [String: DatabaseValue] = ["settings": .text(JSON.text(settings))]
    let find = "SELECT id FROM output_settings WHERE settings = :settings"
    if let known = try connection.first(find, values, { $0.integer(0) }) { return known }
    try connection.run("INSERT INTO output_settings (settings) VALUES (:settings)", values)
    return connection.lastInsertedID
  }

  /// What an item has staged or, once it is committed, has done; in order.
  static func files(item: Int64, _ connection: any Connection) throws -> [StagedFile] {
    try connection.rows(
      """
      SELECT \(FileRecord.columns), r.ordinal FROM \(FileRecord.table)
      WHERE r.item_id = :item ORDER BY r.ordinal
      """, ["item": .integer(item)]
    ) { row in
      let record = try FileRecord(row)
      return StagedFile(
        ordinal: Int(row.integer(23)), kind: record.kind, path: record.path, base: record.base,
        digest: record.digest, size: record.size, expected: record.expected,
        // What was to be kept has been stored before it was staged.
        keepsExpected: false, rendering: record.rendering, lineage: .again(record))
    }
  }

  /// Makes an item's staged rows those in force at their paths.
  /// - Parameter files: what is at each path now, by ordinal. One that another program took away at
  ///   once has come out all the same: it is live, and like no file there is.
  static func commit(
    item: Int64, asset: Int64, _ files: [Int: PublishedFile], _ connection: any Connection
  ) throws {
    let now = Clock.now()
    let staged = try connection.rows(
      """
      SELECT id, ordinal, path, kind FROM renditions
      WHERE item_id = :item AND state = 'staged' ORDER BY ordinal
      """, ["item": .integer(item)]
    ) { ($0.integer(0), Int($0.integer(1)), $0.blob(2), StagedFile.Kind(rawValue: $0.text(3))) }
    for (id, ordinal, path, kind) in staged {
      let file = files[ordinal]?.file
      try connection.run(
        "UPDATE renditions SET state = 'replaced' WHERE path = :path AND state = 'live'",
        ["path": .blob(path)])
      let isOurs = kind == .rendition || kind == .inPlace
      try connection.run(
        """
        UPDATE renditions SET state = :state, recorded_at = :now, settled = :settled,
          device = :device, inode = :inode, modified = :modified, changed = :changed, mode = :mode
        WHERE id = :id
        """,
        [
          "state": .text(isOurs ? "live" : "replaced"), "now": .integer(now),
          "settled": DatabaseValue(file?.isSettled ?? false), "device": DatabaseValue(file?.device),
          "inode": DatabaseValue(file?.inode), "modified": DatabaseValue(file?.modified),
          "changed": DatabaseValue(file?.changed),
          "mode": DatabaseValue(files[ordinal].map { Int64($0.mode) }), "id": .integer(id),
        ])
      if let file, kind == .inPlace || kind == .original {
        try Assets.recordFile(file, of: asset, connection)
      }
    }
  }

  /// Takes the rows away of what did not come to be.
  static func drop(item: Int64, _ connection: any Connection) throws {
    try connection.run(
      "DELETE FROM renditions WHERE item_id = :item AND state = 'staged'",
      ["item": .integer(item)])
  }
}

/// A file that came out, as it is at its path.
public struct PublishedFile: Sendable {
  public let file: KnownFile
  public let mode: UInt32

  public init(_ digest: Digest, _ status: FileStatus) {
    file = KnownFile(digest, status)
    mode = status.mode
  }
}
