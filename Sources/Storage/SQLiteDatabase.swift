import Dispatch
import Files
import Manifest
import Synchronization

/// SQLite behind `Database`: one connection that writes, with group commit, and one that reads.
final class SQLiteDatabase: Database {
  /// The connections are used by one thread at a time: the writer on `queue`, the reader under
  /// its lock.
  private struct Held: @unchecked Sendable { let connection: SQLiteConnection }

  private typealias Body = @Sendable (any Connection) throws -> Void

  private struct Waiting: Sendable {
    let urgency: WriteUrgency
    /// Runs the caller's body and keeps its outcome; throws what the body threw.
    let body: Body
    /// Tells the caller: nil once durable, else why not.
    let end: @Sendable (Failure?) -> Void
  }

  private let writer: Held
  private let reader: Mutex<Held>
  private let queue = DispatchQueue(label: "catalog writer")
  private let waiting = Mutex<[Waiting]>([])
  /// What goes along with the next commit.
  private let along = Mutex<[Body]>([])
  /// Called after every commit, for those who must see it at once.
  private let afterCommit: @Sendable () -> Void

  init(_ path: BytePath, afterCommit: @escaping @Sendable () -> Void) throws(Failure) {
    writer = Held(connection: try SQLiteConnection(path, readOnly: false))
    do {
      try Migrations.run(on: writer.connection)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.databaseUnavailable, "the catalog's schema cannot be read: \(error)")
    }
    reader = Mutex(Held(connection: try SQLiteConnection(path, readOnly: true)))
    self.afterCommit = afterCommit
  }

  func read<T: Sendable>(_ body: (any Connection) throws -> T) throws -> T {
    try reader.withLock { held in
      try held.connection.run("BEGIN")
      defer { _ = try? held.connection.run("COMMIT") }
      return try body(held.connection)
    }
  }

  /// How many writes stand in line behind the one at work.
  var waitingCount: Int { waiting.withLock { $0.count } }

  func write<T: Sendable>(
    _ urgency: WriteUrgency, _ body: @escaping @Sendable (any Connection) throws -> T
  ) throws -> T {
    let outcome = Outcome<T>()
    let done = DispatchSemaphore(value: 0)
    let request = Waiting(
      urgency: urgency,
      body: { connection in
        do {
          outcome.value.withLock { $0 = nil }
          let value = try body(connection)
          outcome.value.withLock { $0 = .success(value) }
        } catch {
          outcome.value.withLock { $0 = .failure(error) }
          throw error
        }
      },
      end: { failure in
        if let failure { outcome.value.withLock { $0 = .failure(failure) } }
        done.signal()
      })
    let idle = waiting.withLock { waiting in
      waiting.append(request)
      return waiting.count == 1
    }
    // Who finds the line empty wakes the writer; it empties the line again and again by itself.
    if idle { queue.async { self.commitWaiting() } }
    done.wait()
    guard let result = outcome.value.withLock({ $0 }) else {
      throw Failure(.databaseUnavailable, "a write to the catalog did not run")
    }
    return try result.get()
  }

  func writeAlong(_ body: @escaping @Sendable (any Connection) throws -> Void) {
    along.withLock { $0.append(body) }
  }

  /// Commits all that waits in one transaction, the most urgent first, each in a savepoint.
  private func commitWaiting() {
    let group = waiting.withLock { waiting in
      let urgent = waiting.map(\.urgency).min()
      // Submissions are long: they never join a commit that somebody urgent waits for.
      let group = waiting.filter { $0.urgency == urgent || ($0.urgency < .submit) }
      waiting.removeAll { $0.urgency == urgent || ($0.urgency < .submit) }
      return group.sorted { $0.urgency < $1.urgency }
    }
    defer {
      if waiting.withLock({ !$0.isEmpty }) { queue.async { self.commitWaiting() } }
    }
    guard !group.isEmpty else { return }
    let connection = writer.connection
    let before = connection.changeCount
    do {
      try connection.run("BEGIN IMMEDIATE")
      for body in group.map(\.body) + takeAlong() {
        do {
          try connection.savepoint { try body(connection) }
        } catch {
          // What ended the whole transaction is everybody's failure, anything else the caller's.
          guard connection.isInTransaction else { throw error }
        }
      }
      try connection.run("COMMIT")
    } catch {
      if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
      let failure =
        error as? Failure
        ?? Failure(.databaseUnavailable, "the catalog cannot be written: \(error)")
      for request in group { request.end(failure) }
      return
    }
    // Who looks and finds nothing must not wake himself again and again.
    if connection.changeCount != before { afterCommit() }
    for request in group { request.end(nil) }
  }

  private func takeAlong() -> [Body] {
    along.withLock { along in
      defer { along = [] }
      return along
    }
  }
}

/// Where a write's outcome waits for its caller.
private final class Outcome<T: Sendable>: Sendable {
  let value = Mutex<Result<T, any Error>?>(nil)
}
