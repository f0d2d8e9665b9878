import Files
import Glibc
import Manifest
import Storage

/// Writes files beside their places under an item's temporary names.
struct TemporaryWriter {
  let library: Library
  let item: ClaimedItem

  /// What a file gets beside its bytes.
  struct Attributes {
    /// nil: that of the file it replaces.
    var mode: UInt32?
    /// Nanoseconds since 1970; nil: now.
    var modified: Int64?
  }

  /// - Parameter bytes: what comes; nil for a file that goes, of which nothing is written.
  func write(
    _ staged: StagedFile, _ bytes: Descriptor?, in folder: Folder,
    _ attributes: Attributes = Attributes()
  ) throws -> OutputFile {
    let temporary = TemporaryName.of(
      library: library.id, item: item.id, lease: item.lease, ordinal: staged.ordinal)
    var written: Descriptor?
    if let bytes {
      do {
        written = try write(staged, bytes, in: folder, temporary, attributes)
      } catch let error as SystemError {
        throw ItemFailure(target: error, at: staged.path)
      }
    }
    return OutputFile(
      staged: staged, folder: folder, name: staged.path.name, temporary: temporary,
      written: written)
  }

  private func write(
    _ staged: StagedFile, _ bytes: Descriptor, in folder: Folder, _ temporary: BytePath,
    _ attributes: Attributes
  ) throws -> Descriptor {
    let file = try folder.open(temporary, O_RDWR | O_CREAT | O_EXCL)
    do {
      try file.copyAll(of: bytes)
      if staged.expected != nil, let old = try folder.status(of: staged.path.name) {
        try file.takeOwnership(of: old)
        if let present = try? folder.open(
          staged.path.name, O_RDONLY | O_NONBLOCK, followLinks: false)
        {
          file.takeExtendedAttributes(of: present)
        }
      }
      if let mode = attributes.mode { try file.setMode(mode) }
      if let modified = attributes.modified { try file.setModified(nanoseconds: modified) }
    } catch {
      do {
        try folder.unlink(temporary)
      } catch let unlinking {
        throw OutOfReach(unlinking, at: staged.path)
      }
      try? folder.descriptor.sync()
      throw error
    }
    file.startWriteback()
    // From here on nobody has it open for writing, not even we: cleaning up waits for such.
    return try folder.open(temporary, O_RDONLY, followLinks: false)
  }
}
