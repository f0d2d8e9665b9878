import Files
import Storage

/// `minilab init`
enum InitCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let folder =
      invocation.library?.resolved(from: context.folder)
      ?? context.folder.appending(LibraryDiscovery.folderName)
    let isThere = Library.isLibrary(folder)
    let library = try Library.make(folder)
    context.output.line(
      isThere ? "the library \(folder) is there already" : "made the library \(folder)")
    var object = JSONObject()
    object.add("path", path: library.folder)
    object.add("made", .bool(!isThere))
    context.output.json("library", object)
    return .done
  }
}
