import Files
import FoundationEssentials
import Manifest

/// Adjustments on their way between libraries: one JSON object a line, matched by the hash of the
/// original, so that names and places do not matter.
public struct AdjustmentBundle: Sendable {
  /// One line.
  public struct Line: Sendable, Codable, Hashable {
    /// SHA-256 of the original in hexadecimal digits: what tells the asset.
    public var original: String
    public var base: String
    /// The bundle's own numbers.
    public var id: Int64
    public var parent: Int64?
    /// Whether it is in force.
    public var head: Bool
    public var format: String
    public var version: Int
    /// Verbatim.
    public var data: String
    public var renderer: String
    /// Microseconds since 1970.
    public var time: Int64
    /// The series whose numbers stand in the data, by number: name and root.
    public var series: [String: SeriesName]

    public struct SeriesName: Sendable, Codable, Hashable {
      public var name: String
      /// Its bytes in base64.
      public var root: String
    }
  }

  public struct Imported: Sendable {
    public var recorded = 0
    /// Were there already.
    public var known = 0
    /// Originals that this library does not know.
    public var unknown: Set<String> = []
    /// Assets that have an edit of their own in force, whose head stays where it is.
    public var kept = 0
  }

  private let library: Library

  public init(_ library: Library) { self.library = library }

  // MARK: Export

  /// An asset's tree, oldest first.
  public func lines(of asset: Asset) throws -> [Line] {
    let series = try library.database.read { connection in
      try connection.rows("SELECT id, name, root FROM series", [:]) {
        (
          $0.integer(0),
          Line.SeriesName(name: $0.text(1), root: Data($0.blob(2)).base64EncodedString())
        )
      }
    }
    let names = Dictionary(series, uniquingKeysWith: { _, last in last })
    return try Adjustments(library).tree(of: asset.id).map { adjustment in
      let used = Set(adjustment.recipe?.sections.compactMap(\.series) ?? [])
      return Line(
        original: adjustment.original.hex, base: adjustment.base.hex, id: adjustment.id,
        parent: adjustment.parent, head: adjustment.id == asset.head,
        format: adjustment.content.identifier, version: adjustment.content.version,
        data: adjustment.content.data, renderer: adjustment.renderer, time: adjustment.createdAt,
        series: Dictionary(
          used.compactMap { id in names[id].map { ("\(id)", $0) } },
          uniquingKeysWith: { _, last in last }))
    }
  }

  public static func text(_ line: Line) -> String { JSON.text(line) }

  // MARK: Import

  /// Records what is not there yet, in one transaction per asset. The head follows where the asset
  /// has none.
  /// - Throws: BAD_ADJUSTMENT for a line that is none; then nothing of the bundle is recorded.
  public func add(_ text: [UInt8]) throws -> Imported {
    let lines = try text.split(separator: UInt8(ascii: "\n")).enumerated().map { number, line in
      try AdjustmentBundle.line(String(decoding: line, as: UTF8.self), number: number + 1)
    }
    let own = try library.database.write(.submit) { connection in
      try lines.map { line in
        var line = line
        line.data = try AdjustmentBundle.localized(line, connection)
        return line
      }
    }
    return try library.whilePublishing {
      // Objects first: long data is in the store before a row refers to it.
      for line in own {
        try AdjustmentContent(identifier: line.format, version: line.version, data: line.data)
          .keep(in: library)
      }
      return try add(own)
    }
  }

  private func add(_ lines: [Line]) throws -> Imported {
    var imported = Imported()
    for (original, tree) in Dictionary(grouping: lines, by: \.original).sorted(by: {
      $0.key < $1.key
    }) {
      let assets = try assets(of: original)
      if assets.isEmpty { imported.unknown.insert(original) }
      for asset in assets {
        let result = try library.database.write(.submit) { connection in
          try AdjustmentBundle.add(tree, to: asset, connection)
        }
        imported.recorded += result.recorded
        imported.known += result.known
        imported.kept += result.kept
      }
    }
    return imported
  }

  private static func line(_ text: String, number: Int) throws -> Line {
    func bad(_ reason: String) -> Failure {
      Failure(
        .badAdjustment, "line \(number) of the bundle \(reason)",
        hint: "nothing was imported; `minilab adjustments export` writes such bundles")
    }
    guard let line = try? JSON.value(Line.self, text) else { throw bad("is not an adjustment") }
    guard !line.data.isEmpty, !line.format.isEmpty else { throw bad("has no data") }
    guard line.data.utf8.count <= AdjustmentContent.mostBytes else { throw bad("is too large") }
    guard Digest(hex: Array(line.original.utf8)) != nil, Digest(hex: Array(line.base.utf8)) != nil
    else { throw bad("has a hash that is none") }
    let content = AdjustmentContent(
      identifier: line.format, version: line.version, data: line.data)
    if AdjustmentFormats.canHandle(identifier: line.format, version: line.version),
      content.recipe == nil
    {
      throw bad("has data that its format does not allow")
    }
    return line
  }

  private func assets(of original: String) throws -> [Int64] {
    guard let digest = Digest(hex: Array(original.utf8)) else { return [] }
    return try library.database.read { connection in
      try connection.rows(
        "SELECT id FROM assets WHERE original_sha256 = :sha256 ORDER BY id",
        ["sha256": .blob(digest.bytes)]
      ) { $0.integer(0) }
    }
  }

  private static func add(
    _ tree: [Line], to asset: Int64, _ connection: any Connection
  ) throws -> Imported {
    var imported = Imported()
    var numbers: [Int64: Int64] = [:]
    var head: Int64?
    for line in tree.sorted(by: { $0.id < $1.id }) {
      let content = AdjustmentContent(
        identifier: line.format, version: line.version, data: line.data)
      let parent = line.parent.flatMap { numbers[$0] }
      guard let base = Digest(hex: Array(line.base.utf8)),
        let original = Digest(hex: Array(line.original.utf8))
      else { continue }
      let (id, isNew) = try Adjustments.add(
        content, parent: parent, base: base, original: original, asset: asset,
        renderer: line.renderer, at: line.time, connection)
      numbers[line.id] = id
      if isNew { imported.recorded += 1 } else { imported.known += 1 }
      if line.head { head = id }
    }
    guard let head else { return imported }
    let present = try connection.first(
      "SELECT head FROM assets WHERE id = :asset", ["asset": .integer(asset)]
    ) { $0.optional(0, $0.integer) }
    if let present = present ?? nil {
      imported.kept = present == head ? 0 : 1
    } else {
      try HeadMoves.record(.edit, to: head, asset: asset, connection)
    }
    return imported
  }

  /// A recipe's data with the numbers of series that this library has for their names.
  private static func localized(_ line: Line, _ connection: any Connection) throws -> String {
    let content = AdjustmentContent(
      identifier: line.format, version: line.version, data: line.data)
    guard var recipe = content.recipe else { return line.data }
    for (place, section) in recipe.sections.enumerated() {
      guard let number = section.series else { continue }
      let name = line.series["\(number)"]
      recipe.sections[place].series = try name.flatMap { name in
        try Data(base64Encoded: name.root).map {
          try Submission.seriesID(name.name, root: BytePath(bytes: Array($0)), connection)
        }
      }
    }
    return AdjustmentContent(recipe).data
  }
}
