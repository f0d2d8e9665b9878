import CLinux
import Glibc

/// An open folder. Paths given to its methods are relative and never lead out of it.
public final class Folder: Sendable {
  public let descriptor: Descriptor

  public init(_ path: BytePath) throws(SystemError) {
    descriptor = try .open(path, O_RDONLY | O_DIRECTORY)
  }
  init(owning descriptor: Descriptor) { self.descriptor = descriptor }

  /// Makes a folder with all above it; links on the way are followed. What is there stays. New ones
  /// are synced into their parents.
  public static func make(_ path: BytePath) throws(SystemError) {
    var made = BytePath("/")
    for part in path.components {
      let parent = made
      made = made.appending(part)
      do {
        try SystemError.check("mkdir") { made.withCString { mkdir($0, 0o777) } }
        try Folder(parent).descriptor.sync()
      } catch  where error.number == EEXIST {}
    }
  }

  /// Opens a folder that must not leave another; both are made if they are missing.
  /// - Parameter base: links on its own way are followed.
  public static func making(
    _ path: BytePath, beneath base: BytePath
  ) throws(SystemError) -> Folder {
    try make(base)
    return try Folder(base).makingFolder(path.relative(to: base) ?? path)
  }

  /// A path without links on its way; what is not there yet is left as written.
  public static func real(_ path: BytePath) -> BytePath {
    if let found = path.withCString({ realpath($0, nil) }) {
      defer { free(found) }
      return BytePath(bytes: UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }
    return path.components.isEmpty ? path : real(path.parent).appending(path.name)
  }

  /// Opens a file beneath this folder; the kernel refuses (EXDEV) whatever leads out, by ".." or
  /// by links.
  /// - Parameter followLinks: whether links that stay beneath are followed.
  public func open(
    _ path: BytePath, _ flags: Int32, mode: UInt32 = 0o666, followLinks: Bool = true
  ) throws(SystemError) -> Descriptor {
    let resolve = UInt64(CL_RESOLVE_BENEATH | (followLinks ? 0 : CL_RESOLVE_NO_SYMLINKS))
    let mode = flags & O_CREAT == 0 ? 0 : mode
    let raw = try SystemError.check("openat2") {
      path.withCString { cl_openat2(descriptor.raw, $0, flags | O_CLOEXEC, mode, resolve) }
    }
    return Descriptor(owning: raw)
  }

  /// A folder beneath this one; this one for the empty path.
  public func folder(_ path: BytePath) throws(SystemError) -> Folder {
    Folder(owning: try open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY))
  }

  /// As `folder`, after making what is missing. New folders are synced into their parents, so that
  /// a file made durable below them cannot lose its path.
  public func makingFolder(_ path: BytePath) throws(SystemError) -> Folder {
    var here = self
    for name in path.components {
      do {
        here = try here.folder(name)
      } catch {
        guard error.number == ENOENT else { throw error }
        do {
          try SystemError.check("mkdirat") {
            name.withCString { mkdirat(here.descriptor.raw, $0, 0o777) }
          }
          try here.descriptor.sync()
        } catch  where error.number == EEXIST {}
        here = try here.folder(name)
      }
    }
    return here
  }

  /// Status of an entry, links not followed; nil if there is none.
  public func status(of name: BytePath) throws(SystemError) -> FileStatus? {
    try FileStatus.at(descriptor.raw, name)
  }

  /// The magic number of the file system, as in statfs(2).
  public func fileSystemType() throws(SystemError) -> Int64 {
    try SystemError.check("fstatfs") { cl_filesystem_type(descriptor.raw) }
  }

  public func unlink(_ name: BytePath) throws(SystemError) {
    try SystemError.check("unlinkat") { name.withCString { unlinkat(descriptor.raw, $0, 0) } }
  }

  public func removeFolder(_ name: BytePath) throws(SystemError) {
    try SystemError.check("unlinkat") {
      name.withCString { unlinkat(descriptor.raw, $0, AT_REMOVEDIR) }
    }
  }

  /// Gives an entry another name in this folder, unless that is taken (EEXIST).
  public func link(_ name: BytePath, to other: BytePath) throws(SystemError) {
    #if DEBUG
      if PoorFileSystem.pretended == .plain { throw SystemError("linkat", number: EPERM) }
    #endif
    try SystemError.check("linkat") {
      name.withCString { name in
        other.withCString { linkat(descriptor.raw, name, descriptor.raw, $0, 0) }
      }
    }
  }

  public enum Rename: Sendable { case replace, noReplace, exchange }

  /// Renames an entry of this folder within it.
  /// - Throws: EINVAL where the file system can only replace.
  public func rename(
    _ from: BytePath, to: BytePath, _ how: Rename = .replace
  ) throws(SystemError) {
    let flags: UInt32 =
      switch how {
      case .replace: 0
      case .noReplace: UInt32(CL_RENAME_NOREPLACE)
      case .exchange: UInt32(CL_RENAME_EXCHANGE)
      }
    #if DEBUG
      if flags != 0 && PoorFileSystem.pretended != nil {
        throw SystemError("renameat2", number: EINVAL)
      }
    #endif
    try SystemError.check("renameat2") {
      from.withCString { from in
        to.withCString { cl_renameat2(descriptor.raw, from, descriptor.raw, $0, flags) }
      }
    }
  }

  /// Entries in no order, "." and ".." left out.
  public func entries() throws(SystemError) -> [(name: BytePath, kind: FileStatus.Kind?)] {
    // A second open: the stream owns its descriptor and moves its offset.
    let copy = try SystemError.check("openat") {
      openat(descriptor.raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard let stream = fdopendir(copy) else {
      let error = SystemError("fdopendir")
      close(copy)
      throw error
    }
    defer { closedir(stream) }
    var found: [(name: BytePath, kind: FileStatus.Kind?)] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw SystemError("readdir") }
        return found
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        BytePath(bytes: $0.prefix { $0 != 0 })
      }
      if name.bytes == [0x2e] || name.bytes == [0x2e, 0x2e] { continue }
      let kind: FileStatus.Kind? =
        switch Int(entry.pointee.d_type) {
        case Int(DT_REG): .file
        case Int(DT_DIR): .folder
        case Int(DT_LNK): .link
        case Int(DT_UNKNOWN): nil
        default: .other
        }
      found.append((name, kind))
    }
  }
}
