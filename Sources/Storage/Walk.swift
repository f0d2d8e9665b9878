import Files
import Manifest

/// The files below a folder that may be selected.
enum Walk {
  /// Regular files, as paths relative to the folder, in byte order. Left out are dot names (our
  /// temporaries among them), links, and folders that hold a catalog.
  /// - Parameter enters: whether a folder may hold something that is wanted.
  static func files(
    below path: BytePath, enters: (BytePath) -> Bool
  ) throws(Failure) -> [BytePath] {
    var found: [BytePath] = []
    var folders: [BytePath] = [""]
    while let relative = folders.popLast() {
      let entries: [(name: BytePath, kind: FileStatus.Kind?)]
      let folder: Folder
      do {
        folder = try Folder(path.appending(relative))
        entries = try folder.entries()
      } catch {
        throw Failure(
          .accessDenied, "cannot read the folder \(path.appending(relative)): \(error.reason)",
          hint: "make it readable, or name what you want with `select`", stage: .open)
      }
      if entries.contains(where: { $0.name == Library.catalogName }) { continue }
      for entry in entries where entry.name.bytes.first != UInt8(ascii: ".") {
        let kind = entry.kind ?? (try? folder.status(of: entry.name))??.kind
        let name = relative.appending(entry.name)
        if kind == .folder && enters(name) { folders.append(name) }
        if kind == .file { found.append(name) }
      }
    }
    return found.sorted()
  }
}
