import Files
import Glibc

/// All that lies below a folder, dot names too.
struct Tree {
  /// Files by their paths relative to the folder; folders are not among them.
  let files: [BytePath: FileStatus]

  /// - Parameter without: entries directly in the folder that are left out.
  init(_ folder: BytePath, without: Set<BytePath> = []) throws {
    var files: [BytePath: FileStatus] = [:]
    var waiting: [BytePath] = [""]
    while let relative = waiting.popLast() {
      guard let here = try? Folder(folder.appending(relative)) else { continue }
      for entry in try here.entries() where !(relative.isEmpty && without.contains(entry.name)) {
        let path = relative.appending(entry.name)
        guard let status = try here.status(of: entry.name) else { continue }
        if status.kind == .folder { waiting.append(path) } else { files[path] = status }
      }
    }
    self.files = files
  }

  var names: Set<BytePath> { Set(files.keys) }

  /// What a writer would have changed: inode and time of modification.
  var marks: [BytePath: [Int64]] { files.mapValues { [$0.inode, $0.modified, $0.size] } }

  /// Our temporaries, and any other's.
  var temporaries: [BytePath] {
    files.keys.filter { path in
      let name = path.name.displayed
      return name.hasPrefix(".") || name.hasSuffix(".tmp")
    }
  }

  static func digest(_ path: BytePath) throws -> Digest {
    try Digest.of(Descriptor.open(path, O_RDONLY))
  }

  static func copy(
    _ from: BytePath, to: BytePath, without: Set<BytePath> = []
  ) throws {
    for (path, status) in try Tree(from, without: without).files where status.kind == .file {
      let target = to.appending(path)
      try Folder.make(target.parent)
      try Descriptor.open(target, O_WRONLY | O_CREAT | O_EXCL)
        .copyAll(of: Descriptor.open(from.appending(path), O_RDONLY))
    }
  }

  static func remove(_ folder: BytePath) throws {
    let here = try Folder(folder)
    for entry in try here.entries() {
      if entry.kind == .folder {
        try remove(folder.appending(entry.name))
      } else {
        try here.unlink(entry.name)
      }
    }
    try Folder(folder.parent).removeFolder(folder.name)
  }
}
