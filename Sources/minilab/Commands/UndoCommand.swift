import Manifest
import Storage

/// `minilab undo ASSET…` and `minilab redo ASSET…`
enum UndoCommand {
  static func undo(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    try run(.undo, "Undo the last edit of", invocation, context)
  }

  static func redo(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    try run(.redo, "Redo what was undone last of", invocation, context)
  }

  private static func run(
    _ kind: JobKind, _ question: String, _ invocation: Invocation, _ context: Context
  ) throws -> ExitStatus {
    let library = try context.library(invocation, near: context.folders(of: invocation))
    let assets = try context.assets(invocation.operands, library)
    try context.confirm("\(question) \(Quantity.count(assets.count, "photo"))?", invocation)
    return try HistoryJobs(kind: kind, invocation: invocation, context: context)
      .run(assets, library)
  }
}
