import Files
import Glibc
import Storage

/// Folders that held nothing but files which were taken away.
enum EmptiedFolders {
  /// Removes them from below upwards, up to the folder that the files must stay beneath. One that is
  /// not empty stays, as the kernel sees to.
  static func remove(after files: [OutputFile]) {
    for file in files where file.staged.kind == .removed {
      guard let base = try? Folder(file.staged.base),
        var path = file.staged.path.relative(to: file.staged.base)?.parent
      else { continue }
      while !path.isEmpty, let above = try? base.folder(path.parent) {
        do {
          try above.removeFolder(path.name)
          try above.descriptor.sync()
        } catch { break }
        path = path.parent
      }
    }
  }
}
