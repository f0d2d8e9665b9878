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
      if try isSameFile(temporary, place) { try folder.unlink(temporary) }
    }
  }

  // MARK: From lease to lease

  /// Gives what a past lease has under its names those of this one. Its worker may still be on its
  /// way: what has no such name any more it cannot move.
  func adopt(_ past: BytePath) throws(SystemError) {
    // Between two looks it may have moved a file from one name to the other: by an exchange, and
    // by one back.
    for _ in 1...3 {
      try move(past, to: temporary)
      try move(TemporaryName.spare(of: past), to: spare)
    }
  }

  private func move(_ past: BytePath, to name: BytePath) throws(SystemError) {
    // A rename to another name of the same file does nothing.
    let isDouble = try isSameFile(past, name)
    try Renaming.ifThere { () throws(SystemError) in
      if isDouble { try folder.unlink(past) } else { try folder.rename(past, to: name) }
    }
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
      copy.takeExtendedAttributes(of: file)
      try copy.setModified(nanoseconds: status.modified)
      try copy.sync()
    } catch {
      try? folder.unlink(spare)
      throw error
    }
    return status
  }

  private func isSameFile(_ one: BytePath, _ other: BytePath) throws(SystemError) -> Bool {
    guard let one = try folder.status(of: one), one.links > 1,
      let other = try folder.status(of: other)
    else { return false }
    return (one.device, one.inode) == (other.device, other.inode)
  }

  private static func ifThere(_ body: () throws(SystemError) -> Void) throws(SystemError) {
    do { try body() } catch  where error.number == ENOENT {}
  }

  private static func isUnsupported(_ error: SystemError) -> Bool {
    [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.number)
  }

  private static func isLinkUnsupported(_ error: SystemError) -> Bool {
    [EPERM, EMLINK, ENOSYS, EOPNOTSUPP].contains(error.number)
  }
}
