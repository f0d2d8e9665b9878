import Files
import Glibc
import Manifest
import Storage

/// An item past the point of no return: its files go out, all of them or none.
struct PublishedItem: Sendable {
  let id: Int64
  let lease: Int64
  let files: [OutputFile]

  /// Whether temporaries are left when all is out: those that hold what was replaced.
  var needsCleaning: Bool { files.contains { $0.staged.expected != nil } }

  /// Puts the files out in order, up to the first that is refused.
  /// - Throws: `OutOfReach` if there is no room for a name.
  func putOut() throws(OutOfReach) -> OutputFile.Step {
    for file in files {
      let step: OutputFile.Step
      do {
        step = try file.publish()
      } catch  where error.number == ENOSPC || error.number == EDQUOT {
        throw OutOfReach(error, at: file.staged.path)
      } catch {
        step = .refused(ItemFailure(target: error, at: file.staged.path).failure)
      }
      guard case .out = step else { return step }
      FaultPoint.fileOut.reached()
    }
    return .out
  }

  /// What is at the files' places, by ordinal.
  func published() throws -> [Int: PublishedFile] {
    var found: [Int: PublishedFile] = [:]
    for file in files { found[file.staged.ordinal] = try? file.published() }
    return found
  }

  /// Undoes `putOut` from the last file to the first and records the item's failure.
  /// - Returns: false if the lease is lost.
  func takeBack(_ failure: Failure, _ library: Library) throws -> Bool {
    let (id, lease) = (id, lease)
    // Recorded first: taking a file away without putting one there cannot be fenced by a name.
    let isOurs = try library.database.write {
      try Publishing.refuse(item: id, lease: lease, failure, $0)
    }
    FaultPoint.refused.reached()
    return isOurs ? try finishTakingBack(failure, library) : false
  }

  /// The rest of `takeBack`, also for who takes over a refused item.
  func finishTakingBack(_ failure: Failure, _ library: Library) throws -> Bool {
    for file in files.reversed() { try file.takeBack() }
    FaultPoint.takenBack.reached()
    try Cleaning.clean(files, item: id, lease: lease, library)
    let (id, lease) = (id, lease)
    return try library.database.write {
      try Publishing.fail(item: id, lease: lease, failure, $0)
    }
  }

  /// Takes the temporaries away that are left when all is out.
  func clean(_ library: Library) throws {
    try Cleaning.clean(files, item: id, lease: lease, library)
    EmptiedFolders.remove(after: files)
    FaultPoint.cleaned.reached()
    let (id, lease) = (id, lease)
    try library.database.write { try Publishing.forget(item: id, lease: lease, $0) }
  }
}
