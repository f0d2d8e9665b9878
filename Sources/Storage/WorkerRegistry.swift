import Files
import Glibc
import Manifest

/// A process that works on a library, alive exactly as long as its lock file is locked: the kernel
/// drops the lock however the process ends. Process numbers would lie across containers.
public final class WorkerLock: Sendable {
  public let id: Int64
  private let descriptor: Descriptor
  private let library: Library

  public enum Kind: String, Sendable { case run, submit, worker }

  public init(_ library: Library, kind: Kind) throws {
    self.library = library
    let name = randomName(digits: 16)
    descriptor = try Descriptor.open(lockPath(library, name), O_RDWR | O_CREAT | O_EXCL)
    guard try descriptor.tryLock() else {
      throw Failure(.databaseUnavailable, "a new worker lock is taken already: \(name)")
    }
    id = try library.database.write { connection in
      try connection.run(
        """
        INSERT INTO workers (name, kind, pid, host, started_at)
        VALUES (:name, :kind, :pid, :host, :now)
        """,
        [
          "name": .text(name), "kind": .text(kind.rawValue), "pid": .integer(Int64(getpid())),
          "host": .text(hostName()), "now": .integer(Clock.now()),
        ])
      return connection.lastInsertedID
    }
  }

  /// Says that the worker still moves, as a stopped one keeps its lock and its items, and what it
  /// does.
  public func beat(_ lanes: [LaneState]) {
    // A full disk is no reason to look dead.
    if (try? LaneState.write(lanes, to: descriptor)) == nil { descriptor.touch() }
  }

  /// Leaves. What is still in work, as after a failure, is for whoever finds the lock free.
  public func end() throws {
    let id = id
    let name = try library.database.write { connection in
      let hasEnded = try connection.run(
        """
        UPDATE workers SET ended_at = :now WHERE id = :id AND NOT EXISTS (
          SELECT 1 FROM items WHERE worker_id = :id
            AND (state IN ('running', 'publishing') OR intents IS NOT NULL))
        """, ["now": .integer(Clock.now()), "id": .integer(id)])
      return hasEnded == 0
        ? nil
        : try connection.first(
          "SELECT name FROM workers WHERE id = :id", ["id": .integer(id)]
        ) { $0.text(0) }
    }
    if let name { unlinkFile(lockPath(library, name)) }
  }
}

/// Finds workers that died.
public enum WorkerRegistry {
  public struct Worker: Sendable {
    public let id: Int64
    public let name: String
    public let kind: String
    public let pid: Int64
    public let host: String
    public let startedAt: Int64
  }

  /// The lock of a dead worker: while we hold it, nobody else rescues from it.
  public struct Dead: Sendable {
    public let worker: Worker
    let lock: Descriptor?
  }

  /// Workers that have not said that they ended, dead or alive.
  public static func unended(_ library: Library) throws -> [Worker] {
    try library.database.read { connection in
      try connection.rows(
        """
        SELECT id, name, kind, pid, host, started_at FROM workers
        WHERE ended_at IS NULL ORDER BY id
        """, [:]
      ) { row in
        Worker(
          id: row.integer(0), name: row.text(1), kind: row.text(2), pid: row.integer(3),
          host: row.text(4), startedAt: row.integer(5))
      }
    }
  }

  /// Takes a worker's lock if its process is gone; nil while it lives.
  public static func takeLock(of worker: Worker, _ library: Library) throws -> Dead? {
    do {
      let lock = try Descriptor.open(lockPath(library, worker.name), O_RDWR)
      return try lock.tryLock() ? Dead(worker: worker, lock: lock) : nil
    } catch  where error.number == ENOENT {
      return Dead(worker: worker, lock: nil)
    }
  }

  /// Whether a worker's process lives, without a trace.
  public static func isAlive(_ worker: Worker, _ library: Library) -> Bool {
    (try? takeLock(of: worker, library)) ?? nil == nil
  }

  /// When a worker last moved, nanoseconds since 1970; nil if it has ended.
  public static func lastBeat(of worker: Worker, _ library: Library) -> Int64? {
    (try? FileStatus.of(lockPath(library, worker.name)))??.modified
  }

  /// What a worker's lanes did when it last moved.
  public static func lanes(of worker: Worker, _ library: Library) -> [LaneState] {
    LaneState.read(from: lockPath(library, worker.name))
  }

  /// Records a dead worker's end, after all that it held is rescued.
  public static func bury(_ dead: Dead, _ library: Library) throws {
    let id = dead.worker.id
    try library.database.write { connection in
      try connection.run(
        "UPDATE workers SET ended_at = :now WHERE id = :id",
        ["now": .integer(Clock.now()), "id": .integer(id)])
    }
    unlinkFile(lockPath(library, dead.worker.name))
  }
}

private func lockPath(_ library: Library, _ name: String) -> BytePath {
  library.folder.appending("workers").appending(BytePath(name + ".lock"))
}

private func unlinkFile(_ path: BytePath) { _ = path.withCString { unlink($0) } }

private func hostName() -> String {
  var name = [CChar](repeating: 0, count: 256)
  gethostname(&name, 255)
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
