public import Files
import Glibc
public import Manifest

/// A folder with the catalog, the object store, worker locks and settings.
public final class Library: Sendable {
  /// Absolute.
  public let folder: BytePath
  /// Tells this library's temporaries from another's: 12 hexadecimal digits.
  public let id: String
  public let database: any Database
  public let objects: ObjectStore

  public static let catalogName: BytePath = "catalog.sqlite"

  /// Opens the library in a folder.
  public init(opening folder: BytePath) throws {
    self.folder = folder
    guard Library.isLibrary(folder) else {
      throw Failure(
        .noLibrary, "there is no library in \(folder)",
        hint: "make one with `minilab init`, or name another with --library")
    }
    try refuseNetwork(folder)
    let wake = folder.appending("wake")
    touch(wake)
    database = try SQLiteDatabase(folder.appending(Library.catalogName)) { touch(wake) }
    do {
      objects = try ObjectStore(folder.appending("objects"))
    } catch {
      throw Failure(
        .accessDenied, "cannot open the library \(folder): \(error.reason)",
        hint: "its folder `objects` must be there and readable")
    }
    id =
      try database.read { connection in
        try connection.first("SELECT value FROM settings WHERE name = 'library'") { $0.text(0) }
      } ?? ""
  }

  /// Makes a library in a folder, which may be there already; opens it if it is one.
  public static func make(_ folder: BytePath) throws -> Library {
    do {
      try Folder.make(folder)
      try refuseNetwork(folder)
      for part in ["objects", "workers"] as [BytePath] { try Folder.make(folder.appending(part)) }
      let fresh = try SQLiteDatabase(folder.appending(catalogName)) {}
      let id = randomName(digits: 12)
      try fresh.write { connection in
        try connection.run(
          "INSERT INTO settings (name, value) VALUES ('library', :id) ON CONFLICT DO NOTHING",
          ["id": .text(id)])
      }
      try Folder(folder).descriptor.sync()
    } catch let error as SystemError {
      throw Failure(
        .accessDenied, "cannot make a library in \(folder): \(error.reason)",
        hint: "choose a folder that you may write, with --library")
    }
    return try Library(opening: folder)
  }

  public static func isLibrary(_ folder: BytePath) -> Bool {
    (try? FileStatus.of(folder.appending(catalogName)))??.kind == .file
  }

  /// What `library.yaml` says now; nothing if it is not there.
  public func settings() throws -> LibrarySettings {
    let file = folder.appending("library.yaml")
    do {
      return try LibrarySettings.parse(try Descriptor.open(file, O_RDONLY).readAll(), file: file)
    } catch let error as SystemError where error.number == ENOENT {
      return LibrarySettings()
    }
  }

  /// Runs while gc drops nothing: from storing an object until a row refers to it.
  public func whilePublishing<T>(_ body: () throws -> T) throws -> T {
    try whileLocked(body) { (lock) throws(SystemError) in try lock.lockShared() }
  }

  /// Runs while nobody publishes; keep it short.
  func whileCollecting<T>(_ body: () throws -> T) throws -> T {
    try whileLocked(body) { (lock) throws(SystemError) in try lock.lockAlone() }
  }

  private func whileLocked<T>(
    _ body: () throws -> T, _ acquire: (Descriptor) throws(SystemError) -> Void
  ) throws -> T {
    let lock = try Descriptor.open(folder.appending("gc.lock"), O_RDWR | O_CREAT)
    try acquire(lock)
    return try withExtendedLifetime(lock) { try body() }
  }

  /// Waits for a lock that a command holds while it works, and takes it until the descriptor goes.
  public func lock(_ name: BytePath) throws -> Descriptor {
    let lock = try Descriptor.open(folder.appending(name), O_RDWR | O_CREAT)
    try lock.lockAlone()
    return lock
  }

  /// Touched after every commit, for those who wait for one.
  public var wakeFile: BytePath { folder.appending("wake") }
}

/// The catalog's locks do not hold across hosts.
private func refuseNetwork(_ folder: BytePath) throws(Failure) {
  let network: [Int64: String] = [
    0x6969: "NFS", 0xff53_4d42: "CIFS", 0xfe53_4d42: "SMB", 0x517b: "SMB", 0x5346_414f: "AFS",
    0x0102_1997: "9p", 0x00c3_6400: "Ceph",
  ]
  guard let type = try? Folder(folder).fileSystemType(), let name = network[type] else { return }
  throw Failure(
    .databaseUnavailable, "\(folder) is on a network file system (\(name))",
    hint: "put the library on a local disk, with --library; photos may stay where they are")
}

/// Wakes whoever watches the file; a hint, so failures are of no matter.
private func touch(_ path: BytePath) {
  (try? Descriptor.open(path, O_WRONLY | O_CREAT))?.touch()
}

func randomName(digits: Int) -> String {
  String(
    (0..<digits).map { _ in "0123456789abcdef".randomElement() ?? "0" })
}
