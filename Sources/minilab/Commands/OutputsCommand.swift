import Files
import Manifest
import Storage

/// `minilab outputs`, `minilab outputs ASSET…`, `minilab outputs --job JOB`
enum OutputsCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation, near: context.folders(of: invocation))
    var count = 0
    func show(_ renditions: [Rendition]) throws {
      for rendition in renditions { try self.show(rendition, library, context.output) }
      count += renditions.count
    }
    if let job = try invocation.text("job").map({ try Jobs(library).job(named: $0) }) {
      for asset in try Assets(library).assets(of: job.id) {
        let items = try Items(library).item(of: asset.id, in: job.id)
        try show(Renditions(library).live(asset: asset.id).filter { $0.item == items?.id })
      }
    } else if !invocation.operands.isEmpty {
      for found in try context.assets(invocation.operands, library) {
        try show(Renditions(library).live(asset: found.asset.id))
      }
    } else {
      var after: Int64 = 0
      while let page = try Optional(Renditions(library).live(after: after)), let last = page.last {
        try show(page)
        after = last.id
      }
    }
    context.output.end(count: count)
    return .done
  }

  private static func show(
    _ rendition: Rendition, _ library: Library, _ output: Output
  ) throws {
    output.line("\(rendition.path)")
    guard output.isJSON else { return }
    var object = JSONObject()
    object.add("path", path: rendition.path)
    object.add("asset_id", .integer(Int(rendition.asset)))
    object.add("in_place", .bool(rendition.kind == .inPlace))
    object.add("format", .string(rendition.format.rawValue))
    object.add("width", .integer(rendition.width))
    object.add("height", .integer(rendition.height))
    object.add("bytes", .integer(Int(rendition.file.size)))
    object.add("sha256", .string(rendition.file.digest.hex))
    object.add(
      "adjustment", rendition.adjustment.map { .integer(Int($0)) } ?? .null)
    output.json("output", object)
  }
}
