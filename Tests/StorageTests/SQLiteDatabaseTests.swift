import Dispatch
import Files
import Glibc
import Manifest
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite struct SQLiteDatabaseTests {
  let temporary: TemporaryFolder
  let path: BytePath
  let commits = Counter()
  let database: SQLiteDatabase

  final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
  }

  init() throws {
    temporary = try TemporaryFolder()
    path = temporary.path.appending("catalog.sqlite")
    database = try SQLiteDatabase(path) { [commits] in commits.add() }
  }

  private func insert(_ name: String, _ connection: any Connection) throws {
    try connection.run(
      "INSERT INTO settings (name, value) VALUES (:name, 'x')", ["name": .text(name)])
  }

  /// Names in the order in which they were written, as a program that starts now would see them.
  private func durable() throws -> [String] {
    try SQLiteConnection(path, readOnly: true)
      .rows("SELECT name FROM settings ORDER BY rowid", [:]) { $0.text(0) }
  }

  /// Waits for so many writes to stand in line, without help of the clock.
  private func untilWaiting(_ count: Int) {
    while database.waitingCount < count { sched_yield() }
  }

  @Test("Of many who write at once, each that succeeds is durable when it returns")
  func durability() throws {
    try concurrently(12) { number in
      for round in 0..<8 {
        let name = "\(number) \(round)"
        try self.database.write { try self.insert(name, $0) }
        #expect(try self.durable().contains(name))
      }
    }
    #expect(try durable().count == 96)
  }

  @Test("Those who wait share one commit; one that throws is undone alone")
  func group() throws {
    let gate = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    let blocker = DispatchQueue(label: "blocker")
    let group = DispatchGroup()
    blocker.async(group: group) {
      _ = try? self.database.write { connection in
        try self.insert("first", connection)
        started.signal()
        gate.wait()
      }
    }
    started.wait()
    for number in 0..<8 {
      DispatchQueue(label: "writer \(number)").async(group: group) {
        let result = Result {
          try self.database.write { connection in
            try self.insert("\(number)", connection)
            if number % 2 == 1 { throw Failure.sample }
          }
        }
        #expect((try? result.get()) == nil ? number % 2 == 1 : number % 2 == 0)
      }
    }
    untilWaiting(8)
    gate.signal()
    group.wait()
    #expect(try durable().sorted() == ["0", "2", "4", "6", "first"])
    #expect(commits.value == 2)
  }

  @Test("Cancels go before finishes, and submissions wait for a commit of their own")
  func urgency() throws {
    let gate = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    DispatchQueue(label: "blocker").async(group: group) {
      _ = try? self.database.write { connection in
        try self.insert("first", connection)
        started.signal()
        gate.wait()
      }
    }
    started.wait()
    let requests: [(String, WriteUrgency)] = [
      ("submit", .submit), ("finish", .finish), ("cancel", .cancel),
    ]
    for (place, (name, urgency)) in requests.enumerated() {
      DispatchQueue(label: name).async(group: group) {
        _ = try? self.database.write(urgency) { try self.insert(name, $0) }
      }
      untilWaiting(place + 1)
    }
    gate.signal()
    group.wait()
    #expect(try durable() == ["first", "cancel", "finish", "submit"])
    #expect(commits.value == 3)
  }

  @Test("A body's own value or error is what its caller gets")
  func outcome() throws {
    #expect(try database.write { _ in 7 } == 7)
    let failure = #expect(throws: Failure.self) {
      try database.write { _ in throw Failure.sample }
    }
    #expect(failure == .sample)
    let conflict = #expect(throws: Failure.self) {
      try database.write { connection in
        try self.insert("a", connection)
        try self.insert("a", connection)
      }
    }
    #expect(conflict?.code == .conflict)
    #expect(try durable().isEmpty)
  }

  @Test("What goes along is part of the next commit, and undone alone if it throws")
  func along() throws {
    database.writeAlong { try self.insert("along", $0) }
    database.writeAlong { connection in
      try self.insert("undone", connection)
      throw Failure.sample
    }
    #expect(try durable().isEmpty)
    try database.write { try self.insert("first", $0) }
    #expect(try durable() == ["first", "along"])
    #expect(commits.value == 1)
    try database.write { try self.insert("second", $0) }
    #expect(try durable() == ["first", "along", "second"])
  }

  @Test("A reader sees one state while others commit, and the new one the next time")
  func readers() throws {
    try database.write { try self.insert("a", $0) }
    let counts = try database.read { connection in
      let before = try connection.integer("SELECT count(*) FROM settings")
      try self.database.write { try self.insert("b", $0) }
      return (before, try connection.integer("SELECT count(*) FROM settings"))
    }
    #expect(counts == (1, 1))
    #expect(try database.read { try $0.integer("SELECT count(*) FROM settings") } == 2)
  }

  @Test("A foreign write lock makes writers wait, and none of them sees it")
  func foreignLock() throws {
    let foreign = try SQLiteConnection(path, readOnly: false)
    try foreign.execute("BEGIN IMMEDIATE")
    let released = Mutex(false)
    let written = Mutex<[Bool]>([])
    let group = DispatchGroup()
    let started = DispatchSemaphore(value: 0)
    for number in 0..<4 {
      DispatchQueue(label: "writer \(number)").async(group: group) {
        started.signal()
        #expect(throws: Never.self) {
          try self.database.write { connection in
            try self.insert("\(number)", connection)
            let isReleased = released.withLock { $0 }
            written.withLock { $0.append(isReleased) }
          }
        }
      }
    }
    for _ in 0..<4 { started.wait() }
    #expect(try database.read { try $0.integer("SELECT count(*) FROM settings") } == 0)
    for number in 0..<500 { try insert("foreign \(number)", foreign) }
    released.withLock { $0 = true }
    try foreign.execute("COMMIT")
    group.wait()
    #expect(written.withLock { $0 } == [true, true, true, true])
    #expect(try durable().count == 504)
  }

  @Test("Two programs that write to one catalog wait for each other")
  func twoDatabases() throws {
    let other = try SQLiteDatabase(path) {}
    try concurrently(6) { number in
      let mine = number % 2 == 0 ? self.database : other
      for round in 0..<10 { try mine.write { try self.insert("\(number) \(round)", $0) } }
    }
    #expect(try durable().count == 60)
  }
}
