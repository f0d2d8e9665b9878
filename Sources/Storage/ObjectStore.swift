public import Files
import Glibc

/// Blobs named by their SHA-256, each written once: `objects/ab/cdef…`, read-only.
public final class ObjectStore: Sendable {
  private let folder: Folder

  init(_ path: BytePath) throws(SystemError) { folder = try Folder(path) }

  /// Copies a file into the store and makes it durable. The copy is a file of its own and never
  /// another name of the source, which a program may have open.
  public func store(_ source: Descriptor) throws(SystemError) -> Digest {
    let temporary = BytePath(".new-" + randomName(digits: 16))
    let copy = try folder.open(temporary, O_RDWR | O_CREAT | O_EXCL, mode: 0o444)
    do {
      try copy.copyAll(of: source)
      let digest = try Digest.of(copy)
      try copy.sync()
      let shelf = try folder.makingFolder(BytePath(String(digest.hex.prefix(2))))
      try folder.rename(temporary, to: path(digest))
      try shelf.descriptor.sync()
      return digest
    } catch {
      try? folder.unlink(temporary)
      throw error
    }
  }

  /// The object's bytes; ENOENT if it is not there.
  public func open(_ digest: Digest) throws(SystemError) -> Descriptor {
    try folder.open(path(digest), O_RDONLY)
  }

  // MARK: For gc, under its lock

  /// Copies that a kill left half made.
  func unfinished() throws(SystemError) -> [BytePath] {
    try folder.entries().map(\.name).filter { $0.bytes.starts(with: Array(".new-".utf8)) }
  }

  func shelves() throws(SystemError) -> [BytePath] {
    try folder.entries().filter { $0.kind == .folder }.map(\.name).sorted()
  }

  func digests(on shelf: BytePath) throws(SystemError) -> [Digest] {
    try folder.folder(shelf).entries().compactMap { Digest(hex: shelf.bytes + $0.name.bytes) }
  }

  func size(of name: BytePath) throws(SystemError) -> Int64 {
    try folder.open(name, O_RDONLY).status().size
  }

  func remove(_ name: BytePath) throws(SystemError) { try folder.unlink(name) }

  func path(_ digest: Digest) -> BytePath {
    BytePath("\(digest.hex.prefix(2))/\(digest.hex.dropFirst(2))")
  }
}
