import Files
import Glibc
import Storage

/// Taking temporaries away that hold what was replaced. Nothing that is not ours goes unstored.
enum Cleaning {
  static func clean(_ files: [OutputFile], item: Int64, lease: Int64, _ library: Library) throws {
    for file in files { try clean(file, item: item, lease: lease, library) }
    try Temporaries.syncFolders(files)
  }

  private static func clean(
    _ file: OutputFile, item: Int64, lease: Int64, _ library: Library
  ) throws {
    while true {
      switch try file.leftover() {
      case .nothing: return
      case .droppable: break
      case .beingWritten:
        // No event tells when the last writer closes.
        usleep(20_000)
        continue
      case .foreign(let found):
        let path = file.staged.path
        let digest = try library.objects.store(found)
        let isOurs = try library.database.write {
          try Publishing.refer(
            to: digest, foundAt: path, item: item, lease: lease, $0)
        }
        guard isOurs else { return }
      }
      try? file.folder.unlink(file.temporary)
      return
    }
  }
}
