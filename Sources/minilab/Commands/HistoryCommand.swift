import Files
import Manifest
import Storage

/// `minilab history ASSET`
enum HistoryCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation, near: context.folders(of: invocation))
    guard let found = try context.assets(invocation.operands, library).first else { return .done }
    let tree = try Adjustments(library).tree(of: found.asset.id)
    let moves = try HeadMoves(library).history(of: found.asset.id).moves
    let jobs = try names(of: Set(tree.map(\.job) + moves.map(\.job)), library)
    show(found, tree, jobs, context.output)
    show(moves, jobs, context.output)
    context.output.end(count: tree.count + moves.count)
    return .done
  }

  /// Names of jobs that are still known.
  private static func names(of ids: Set<Int64>, _ library: Library) throws -> [Int64: String] {
    var names: [Int64: String] = [:]
    for id in ids { names[id] = try? Jobs(library).job(id).name }
    return names
  }

  // MARK: The tree

  private static func show(
    _ found: FoundAsset, _ tree: [Adjustment], _ jobs: [Int64: String], _ output: Output
  ) {
    output.line("\(found.path)")
    if tree.isEmpty { output.line("  no edit was ever recorded") }
    let children = Dictionary(grouping: tree, by: \.parent)
    func show(_ adjustment: Adjustment, depth: Int) {
      let isHead = adjustment.id == found.asset.head
      output.json("adjustment", json(adjustment, isHead: isHead, jobs))
      let indent = String(repeating: "  ", count: min(depth, 20))
      output.line(
        "\(isHead ? "*" : " ") \(indent)#\(adjustment.id)  \(Timestamp.local(adjustment.createdAt))"
          + "  \(job(adjustment.job, jobs))  \(RecipeText.of(adjustment.content))")
      for child in children[adjustment.id] ?? [] { show(child, depth: depth + 1) }
    }
    for root in children[nil] ?? [] { show(root, depth: 0) }
  }

  private static func json(
    _ adjustment: Adjustment, isHead: Bool, _ jobs: [Int64: String]
  ) -> JSONObject {
    var object: JSONObject = [
      "id": .integer(Int(adjustment.id)),
      "parent": adjustment.parent.map { .integer(Int($0)) } ?? .null, "head": .bool(isHead),
      "format": .string(adjustment.content.identifier),
      "version": .integer(adjustment.content.version),
    ]
    if adjustment.recipe != nil {
      object.add("data", .verbatim(adjustment.content.data))
    } else {
      object.add("data_text", .string(adjustment.content.data))
    }
    object.add("base", .string(adjustment.base.hex))
    object.add("original", .string(adjustment.original.hex))
    object.add("renderer", .string(adjustment.renderer))
    object.add("job", .integer(Int(adjustment.job)))
    object.add("name", text: jobs[adjustment.job])
    object.add("item", .integer(Int(adjustment.item)))
    object.add("time", .string(Timestamp.json(adjustment.createdAt)))
    return object
  }

  // MARK: The moves

  private static func show(_ moves: [HeadMove], _ jobs: [Int64: String], _ output: Output) {
    if !moves.isEmpty { output.line("moves of the head:") }
    for move in moves {
      func end(_ id: Int64?) -> String { id.map { "#\($0)" } ?? "original" }
      output.line(
        "  \(Timestamp.local(move.at))  \(Columns.padded(move.kind.rawValue, 6))  "
          + "\(end(move.from)) -> \(end(move.to))  \(job(move.job, jobs))")
      var object: JSONObject = [
        "id": .integer(Int(move.id)), "kind": .string(move.kind.rawValue),
        "from": move.from.map { .integer(Int($0)) } ?? .null,
        "to": move.to.map { .integer(Int($0)) } ?? .null, "job": .integer(Int(move.job)),
      ]
      object.add("name", text: jobs[move.job])
      object.add("time", .string(Timestamp.json(move.at)))
      output.json("move", object)
    }
  }

  private static func job(_ id: Int64, _ names: [Int64: String]) -> String {
    id == 0 ? "imported" : "job \(id)" + (names[id].map { " " + BytePath($0).displayed } ?? "")
  }
}
