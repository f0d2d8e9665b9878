import Files
import Glibc
import Storage

/// The files that an item writes beside its outputs' places.
enum Temporaries {
  /// Takes away what an item wrote that will not be published, before its end is recorded.
  static func drop(_ files: [OutputFile]) throws(OutOfReach) {
    for file in files {
      do {
        try Renaming.drop(file.temporary, in: file.folder)
      } catch {
        throw OutOfReach(error, at: file.staged.path)
      }
    }
    // A name that comes back after a power failure is swept like any other of a past lease.
    for file in files { try? file.folder.descriptor.sync() }
  }

  /// Makes files durable: writing was started on all of them before.
  static func sync(_ files: [OutputFile]) throws(SystemError) {
    for file in files { try file.written?.sync() }
  }

  /// Makes the names in all folders of these files durable, each folder once.
  static func syncFolders(_ files: [OutputFile]) throws(SystemError) {
    var synced: Set<[Int64]> = []
    for file in files {
      let status = try file.folder.descriptor.status()
      if synced.insert([status.device, status.inode]).inserted {
        try file.folder.descriptor.sync()
      }
    }
  }
}
