import Files
import Manifest
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
    let path = file.staged.path
    switch try file.leftover() {
    case .nothing: return
    case .droppable: break
    case .beingWritten:
      throw OutOfReach(
        Failure(
          .outputDenied, "another program is still writing to what \(path) held before",
          hint: "its bytes are stored once it closes the file", stage: .publish))
    case .foreign(let found):
      let digest = try library.objects.store(found)
      let isOurs = try library.database.write {
        try Publishing.refer(to: digest, foundAt: path, item: item, lease: lease, $0)
      }
      guard isOurs else { return }
    }
    try file.folder.unlink(file.temporary)
  }
}
