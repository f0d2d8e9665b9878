public import Files
public import Manifest

/// A folder of photos that the library may read, and write if its access is `rw`.
public struct Root: Sendable {
  public enum Access: String, Sendable, CaseIterable { case ro, rw }

  public let id: Int64
  public let path: BytePath
  public let access: Access
  let device: Int64
  let inode: Int64
  /// nil: it has none, or nobody has looked.
  let fileSystem: Int64?
}

/// The library's roots, none inside another.
public struct Roots: Sendable {
  let database: any Database

  public init(_ library: Library) { database = library.database }

  public func all() throws -> [Root] { try database.read { try Roots.all($0) } }

  /// The root that a folder is or lies in.
  public func containing(_ path: BytePath) throws -> Root? {
    try all().first { path.relative(to: $0.path) != nil }
  }

  public func root(_ id: Int64) throws -> Root {
    guard let root = try all().first(where: { $0.id == id }) else {
      throw Failure(.rootMissing, "the library knows no root \(id)")
    }
    return root
  }

  /// Roots that lie in a folder that is not one yet.
  public func inside(_ path: BytePath) throws -> [Root] {
    try all().filter { $0.path.relative(to: path) != nil }
  }

  /// Refuses a root whose folder is gone or another one than before, as when a disk is not mounted.
  public func check(_ root: Root) throws(Failure) {
    let status = try? FileStatus.of(root.path)
    guard let status = status ?? nil, status.kind == .folder else {
      throw Failure(
        .rootMissing, "the root \(root.path) is not there",
        hint: "mount its disk and try again; nothing was changed")
    }
    let fileSystem = FileSystem.number(of: root.path)
    let isSameDisk =
      status.device == root.device || (fileSystem != nil && fileSystem == root.fileSystem)
    guard isSameDisk, status.inode == root.inode else {
      throw Failure(
        .rootMissing, "the root \(root.path) is another folder than the one that was added",
        hint: """
          if its disk is not mounted, mount it; if the folder was replaced on purpose, run \
          `minilab roots add \(root.path)`
          """)
    }
    guard status.device != root.device || fileSystem != root.fileSystem else { return }
    database.writeAlong { connection in
      try connection.run(
        "UPDATE roots SET device = :device, file_system = :system WHERE id = :id",
        [
          "device": .integer(status.device), "system": DatabaseValue(fileSystem),
          "id": .integer(root.id),
        ])
    }
  }

  /// Adds a folder. One that contains known roots absorbs them, ids and history kept; one that is a
  /// root already is taken as it stands on disk now.
  @discardableResult
  public func add(_ path: BytePath, access: Root.Access = .rw) throws -> Root {
    let status = try? FileStatus.of(path)
    guard let status = status ?? nil, status.kind == .folder else {
      throw Failure(.rootMissing, "\(path) is not a folder")
    }
    return try database.write { connection in
      let known = try Roots.all(connection)
      if let outer = known.first(where: { $0.path != path && path.relative(to: $0.path) != nil }) {
        throw Failure(
          .wrongState, "\(path) lies in the root \(outer.path) already",
          hint: "nothing needs to be added: jobs may start at any folder of a root")
      }
      let inside = known.filter { $0.path != path && $0.path.relative(to: path) != nil }
      if access == .rw, let protected = inside.first(where: { $0.access == .ro }) {
        throw Failure(
          .wrongState, "\(path) would make the read-only root \(protected.path) writable",
          hint: """
            add it read-only with `minilab roots add \(path) ro`, or allow writing first with \
            `minilab roots set \(protected.path) rw`
            """)
      }
      try connection.run(
        """
        INSERT INTO roots (path, access, device, inode, file_system, added_at)
        VALUES (:path, :access, :device, :inode, :system, :now)
        ON CONFLICT (path)
          DO UPDATE SET device = :device, inode = :inode, file_system = :system
        """,
        [
          "path": .blob(path.bytes), "access": .text(access.rawValue),
          "device": .integer(status.device), "inode": .integer(status.inode),
          "system": DatabaseValue(FileSystem.number(of: path)), "now": .integer(Clock.now()),
        ])
      let added = try Roots.all(connection).first { $0.path == path }
      guard let added else { throw Failure(.rootMissing, "\(path) could not be added") }
      for inner in inside {
        guard let prefix = inner.path.relative(to: path) else { continue }
        try Roots.absorb(inner, at: prefix, into: added, connection)
      }
      return added
    }
  }

  private static func absorb(
    _ inner: Root, at prefix: BytePath, into outer: Root, _ connection: any Connection
  ) throws {
    try connection.run(
      """
      UPDATE assets SET root_id = :outer, path = CAST(:prefix || path AS BLOB)
      WHERE root_id = :inner
      """,
      [
        "outer": .integer(outer.id), "inner": .integer(inner.id),
        "prefix": .blob(prefix.bytes + [0x2f]),
      ])
    try connection.run(
      "UPDATE jobs SET root_id = :outer WHERE root_id = :inner",
      ["outer": .integer(outer.id), "inner": .integer(inner.id)])
    try connection.run("DELETE FROM roots WHERE id = :inner", ["inner": .integer(inner.id)])
  }

  /// Takes a root away that has no assets of ours to remember.
  public func remove(_ path: BytePath) throws {
    try database.write { connection in
      let root = try Roots.known(path, connection)
      let used = try connection.integer(
        """
        SELECT EXISTS (SELECT 1 FROM assets WHERE root_id = :id)
          OR EXISTS (SELECT 1 FROM jobs WHERE root_id = :id)
        """, ["id": .integer(root.id)])
      guard used == 0 else {
        throw Failure(
          .wrongState, "the library remembers jobs or photos of \(path)",
          hint: "set it to `ro` to keep the library from writing there")
      }
      try connection.run("DELETE FROM roots WHERE id = :id", ["id": .integer(root.id)])
    }
  }

  public func set(_ path: BytePath, access: Root.Access) throws {
    try database.write { connection in
      let root = try Roots.known(path, connection)
      try connection.run(
        "UPDATE roots SET access = :access WHERE id = :id",
        ["access": .text(access.rawValue), "id": .integer(root.id)])
    }
  }

  private static func known(_ path: BytePath, _ connection: any Connection) throws -> Root {
    guard let root = try all(connection).first(where: { $0.path == path }) else {
      throw Failure(
        .rootMissing, "\(path) is not a root of this library",
        hint: "`minilab roots` lists them")
    }
    return root
  }

  private static func all(_ connection: any Connection) throws -> [Root] {
    try connection.rows(
      "SELECT id, path, access, device, inode, file_system FROM roots ORDER BY path", [:]
    ) { row in
      Root(
        id: row.integer(0), path: BytePath(bytes: row.blob(1)),
        access: Root.Access(rawValue: row.text(2)) ?? .ro, device: row.integer(3),
        inode: row.integer(4), fileSystem: row.optional(5, row.integer))
    }
  }
}
