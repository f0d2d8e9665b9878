import Files
import Glibc
import Storage

/// The moves of a file between its place and its temporary: atomic where the file system can do
/// that. Where it only knows renames that replace (NFS, exFAT, much of FUSE) they are done in steps,
/// of which each leaves something that `settle` understands, and as little as can be may come between.
struct Renaming {
  let folder: Folder
  let place: BytePath
  let temporary: BytePath

  private var spare: BytePath { TemporaryName.spare(of: temporary) }

  // MARK: Moves

  /// From the temporary to the place, unless that is taken (EEXIST).
  func putOut() throws(SystemError) {
    do {
      try appear()
    } catch  where error.number == EEXIST {
      // By our own file, if a link was made and its first name is still there.
      guard try isLinked else { throw error }
      try folder.unlink(temporary)
    }
  }

  private func appear() throws(SystemError) {
    do {
      return try folder.rename(temporary, to: place, .noReplace)
    } catch  where Renaming.isUnsupported(error) {}
    do {
      try folder.link(temporary, to: place)
    } catch  where Renaming.isLinkUnsupported(error) {
      PlainFileSystems.note(folder)
      if try folder.status(of: place) != nil { throw SystemError("rename", number: EEXIST) }
      return try folder.rename(temporary, to: place)
    }
    FaultPoint.linked.reached()
    try folder.unlink(temporary)
  }

  /// From the place to the temporary, unless that is taken (EEXIST).
  func takeIn() throws(SystemError) {
    do {
      try folder.rename(place, to: temporary, .noReplace)
    } catch  where Renaming.isUnsupported(error) {
      // Nobody else makes a file of that name. A link and an unlink might take another program's
      // file away that came between them.
      if try folder.status(of: temporary) != nil { throw SystemError("rename", number: EEXIST) }
      try folder.rename(place, to: temporary)
    }
  }

  /// The temporary to the place, and what is there to the temporary.
  func exchange() throws(SystemError) {
    do {
      return try folder.rename(temporary, to: place, .exchange)
    } catch  where Renaming.isUnsupported(error) {}
    PlainFileSystems.note(folder)
    try settle()
    var kept = try keep()
    while try folder.status(of: place) != kept {
      try folder.unlink(spare)
      kept = try keep()
    }
    FaultPoint.kept.reached()
    do {
      try folder.rename(temporary, to: place)
    } catch {
      try? folder.unlink(spare)
      throw error
    }
    FaultPoint.replaced.reached()
    try folder.rename(spare, to: temporary)
  }

  /// Ends a move in steps that was broken off.
  func settle() throws(SystemError) {
    if try folder.status(of: temporary) == nil {
      try Renaming.ifThere { () throws(SystemError) in try folder.rename(spare, to: temporary) }
    } else {
      try Renaming.ifThere { () throws(SystemError) in try folder.unlink(spare) }
      if try isLinked { try folder.unlink(temporary) }
    }
  }

  // MARK: From lease to lease

  /// From the temporary of a past lease to this one, whose worker may still be on its way: what it
  /// has under no name any more when it goes on, it cannot move.
  func adopt(_ past: BytePath) throws(SystemError) {
    let pastSpare = TemporaryName.spare(of: past)
    if try move(past) {
      try Renaming.ifThere { () throws(SystemError) in try folder.unlink(pastSpare) }
    } else if try !move(pastSpare) {
      // It may have come from one to the other just now.
      _ = try move(past)
    }
  }

  private func move(_ past: BytePath) throws(SystemError) -> Bool {
    try Renaming.ifThere { () throws(SystemError) in try folder.rename(past, to: temporary) }
  }

  /// Takes away all that a lease has under its names.
  static func drop(_ temporary: BytePath, in folder: Folder) throws(SystemError) {
    for name in [temporary, TemporaryName.spare(of: temporary)] {
      try ifThere { () throws(SystemError) in try folder.unlink(name) }
    }
  }

  // MARK: Steps

  /// Makes the spare a second name of what is at the place, or a copy.
  /// - Returns: what the place must still look like when it is replaced.
  private func keep() throws(SystemError) -> FileStatus? {
    do {
      try folder.link(place, to: spare)
      return try folder.status(of: spare)
    } catch  where Renaming.isLinkUnsupported(error) {
      return try copy()
    }
  }

  private func copy() throws(SystemError) -> FileStatus {
    let file = try folder.open(place, O_RDONLY | O_NONBLOCK, followLinks: false)
    let status = try file.status()
    // What is written to it later would be lost with it.
    guard status.kind == .file, file.nobodyWrites() != false else {
      throw SystemError("fcntl", number: EBUSY)
    }
    let copy = try folder.open(spare, O_RDWR | O_CREAT | O_EXCL)
    do {
      try copy.copyAll(of: file)
      try copy.takeOwnership(of: status)
      try copy.setModified(nanoseconds: status.modified)
      try copy.sync()
    } catch {
      try? folder.unlink(spare)
      throw error
    }
    return status
  }

  /// Whether temporary and place are two names of one file.
  private var isLinked: Bool {
    get throws(SystemError) {
      guard let mine = try folder.status(of: temporary), mine.links > 1,
        let there = try folder.status(of: place)
      else { return false }
      return (mine.device, mine.inode) == (there.device, there.inode)
    }
  }

  /// - Returns: whether it was.
  @discardableResult
  private static func ifThere(_ body: () throws(SystemError) -> Void) throws(SystemError) -> Bool {
    do {
      try body()
      return true
    } catch  where error.number == ENOENT {
      return false
    }
  }

  private static func isUnsupported(_ error: SystemError) -> Bool {
    [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.number)
  }

  private static func isLinkUnsupported(_ error: SystemError) -> Bool {
    [EPERM, EMLINK, ENOSYS, EOPNOTSUPP].contains(error.number)
  }
}
