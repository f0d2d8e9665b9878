import Files
import Manifest
import Storage
import Workers

/// `minilab show ASSET`
enum ShowCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation, near: context.folders(of: invocation))
    guard let found = try context.assets(invocation.operands, library).first else { return .done }
    let can = try Possibilities(found.asset, in: found.root, library)
    let head = try found.asset.head.flatMap { try Adjustments(library).adjustment($0) }
    show(found, head, can, context.output)
    context.output.json("asset", json(found, head, can))
    context.output.end(count: 1)
    return .done
  }

  private static func show(
    _ found: FoundAsset, _ head: Adjustment?, _ can: Possibilities, _ output: Output
  ) {
    let asset = found.asset
    output.line("\(found.path)")
    output.line("  asset     \(asset.id), below \(found.root.path) (\(found.root.access.rawValue))")
    if let file = asset.file {
      output.line("  file      \(Quantity.size(bytes: Int(file.size))), sha256 \(file.digest)")
    }
    if can.isInPlace, let original = asset.original {
      output.line("  original  in the store, sha256 \(original.digest)")
    }
    if let taken = asset.taken, !taken.isEmpty { output.line("  taken     \(taken)") }
    output.line("  edit      \(head.map { "#\($0.id) \(RecipeText.of($0.content))" } ?? "none")")
    var words: [String] = []
    if let edit = can.edit { words.append(edit == .new ? "edit" : "edit (\(edit.rawValue))") }
    if can.undo { words.append("undo") }
    if can.redo { words.append("redo") }
    if can.revert { words.append("revert") }
    let why = can.why.map { " (\($0.rawValue))" } ?? ""
    output.line("  can       \(words.isEmpty ? "nothing" : words.joined(separator: ", "))\(why)")
  }

  private static func json(
    _ found: FoundAsset, _ head: Adjustment?, _ can: Possibilities
  ) -> JSONObject {
    let asset = found.asset
    var object: JSONObject = ["id": .integer(Int(asset.id))]
    object.add("path", path: found.path)
    object.add("root", path: found.root.path)
    object.add("access", .string(found.root.access.rawValue))
    if let file = asset.file {
      object.add("bytes", .integer(Int(file.size)))
      object.add("sha256", .string(file.digest.hex))
    }
    if let original = asset.original { object.add("original", .string(original.digest.hex)) }
    if let taken = asset.taken, !taken.isEmpty { object.add("taken", .string(taken)) }
    object.add("in_place", .bool(can.isInPlace))
    object.add("head", head.map { .integer(Int($0.id)) } ?? .null)
    var possible: JSONObject = ["edit": .bool(can.edit != nil)]
    possible.add("how", text: can.edit?.rawValue)
    possible.add("undo", .bool(can.undo))
    possible.add("redo", .bool(can.redo))
    possible.add("revert", .bool(can.revert))
    possible.add("why", text: can.why?.rawValue)
    object.add("can", .object(possible))
    return object
  }
}
