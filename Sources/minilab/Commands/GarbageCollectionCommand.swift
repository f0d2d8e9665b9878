import Manifest
import Storage

/// `minilab gc`
enum GarbageCollectionCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation)
    let isDryRun = invocation.isGiven("dry-run")
    if !isDryRun {
      try context.confirm("Drop what nothing needs from \(library.folder)?", invocation)
    }
    let dropped = try GarbageCollection(library).run(dryRun: isDryRun)
    for object in dropped {
      context.output.line("\(object.name)  \(Quantity.size(bytes: Int(object.size)))")
      var line = JSONObject()
      line.add("name", path: object.name)
      line.add("bytes", .integer(Int(object.size)))
      line.add("dropped", .bool(!isDryRun))
      context.output.json("object", line)
    }
    let size = Quantity.size(bytes: Int(dropped.reduce(0) { $0 + $1.size }))
    let what = "\(Quantity.count(dropped.count, "object")), \(size)"
    context.output.line(isDryRun ? "would drop \(what)" : "dropped \(what)")
    context.output.end(count: dropped.count)
    return .done
  }
}
