import Glibc

/// What `stat` tells of a file. Times are nanoseconds since 1970.
public struct FileStatus: Sendable, Hashable {
  public enum Kind: Sendable { case file, folder, link, other }

  public let device: Int64
  public let inode: Int64
  public let size: Int64
  public let modified: Int64
  public let changed: Int64
  public let mode: UInt32
  public let owner: UInt32
  public let group: UInt32
  public let links: Int64

  init(_ s: stat) {
    device = Int64(bitPattern: UInt64(s.st_dev))
    inode = Int64(bitPattern: UInt64(s.st_ino))
    size = Int64(s.st_size)
    modified = Int64(s.st_mtim.tv_sec) * 1_000_000_000 + Int64(s.st_mtim.tv_nsec)
    changed = Int64(s.st_ctim.tv_sec) * 1_000_000_000 + Int64(s.st_ctim.tv_nsec)
    mode = s.st_mode
    owner = s.st_uid
    group = s.st_gid
    links = Int64(s.st_nlink)
  }

  public var kind: Kind {
    switch mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// The status of a path, links not followed; nil if nothing is there.
  public static func of(_ path: BytePath) throws(SystemError) -> FileStatus? {
    try at(AT_FDCWD, path)
  }

  static func at(_ folder: Int32, _ path: BytePath) throws(SystemError) -> FileStatus? {
    var s = stat()
    do {
      try SystemError.check("fstatat") {
        path.withCString { fstatat(folder, $0, &s, AT_SYMLINK_NOFOLLOW) }
      }
    } catch {
      if error.number == ENOENT || error.number == ENOTDIR { return nil }
      throw error
    }
    return FileStatus(s)
  }
}
