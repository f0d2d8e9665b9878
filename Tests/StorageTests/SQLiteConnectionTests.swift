import Files
import Manifest
import Testing

@testable import Storage

@Suite struct SQLiteConnectionTests {
  let temporary: TemporaryFolder
  let connection: SQLiteConnection

  init() throws {
    temporary = try TemporaryFolder()
    connection = try SQLiteConnection(temporary.path.appending("a.sqlite"), readOnly: false)
  }

  @Test("Commits are synced to the write-ahead log, and foreign keys hold")
  func settings() throws {
    let mode = try connection.first("PRAGMA journal_mode") { $0.text(0) }
    #expect(mode == "wal")
    #expect(try connection.integer("PRAGMA synchronous") == 2)
    #expect(try connection.integer("PRAGMA foreign_keys") == 1)
  }

  @Test("Parameters are bound by their names, however often and in whatever order they come")
  func names() throws {
    let text = try connection.first(
      "SELECT :b || :a || :b", ["a": "one", "b": "two"]
    ) { $0.text(0) }
    #expect(text == "twoonetwo")
  }

  @Test(
    "Values come back as they went in",
    arguments: [
      .null, .integer(.min), .integer(.max), .real(0.1), .text(""), .text("é\u{301} \0 x"),
      .blob([]), .blob([0, 255, 0x61]),
    ] as [DatabaseValue])
  func values(value: DatabaseValue) throws {
    let found = try connection.first(
      "SELECT :value, typeof(:value)", ["value": value]
    ) { row -> DatabaseValue in
      switch row.text(1) {
      case "integer": .integer(row.integer(0))
      case "real": .real(row.real(0))
      case "text": .text(row.text(0))
      case "blob": .blob(row.blob(0))
      default: row.isNull(0) ? .null : .text("?")
      }
    }
    #expect(found == value)
  }

  @Test("A savepoint that throws takes back its own rows and no others")
  func savepoints() throws {
    try connection.execute("CREATE TABLE t (n INTEGER UNIQUE) STRICT; BEGIN")
    try connection.run("INSERT INTO t VALUES (1)")
    let failure = #expect(throws: Failure.self) {
      try connection.savepoint {
        try connection.savepoint { _ = try connection.run("INSERT INTO t VALUES (2)") }
        try connection.run("INSERT INTO t VALUES (1)")
      }
    }
    #expect(failure?.code == .conflict)
    try connection.execute("COMMIT")
    #expect(try connection.rows("SELECT n FROM t", [:]) { $0.integer(0) } == [1])
  }

  @Test("A connection that only reads cannot write")
  func readOnly() throws {
    try connection.execute("CREATE TABLE t (n INTEGER) STRICT")
    let reader = try SQLiteConnection(temporary.path.appending("a.sqlite"), readOnly: true)
    #expect(throws: Failure.self) { try reader.run("INSERT INTO t VALUES (1)") }
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
  }

  @Test("A file that is no catalog is an environment that does not work")
  func garbage() throws {
    let path = try temporary.write("b.sqlite", String(repeating: "not a database ", count: 100))
    let failure = #expect(throws: Failure.self) {
      _ = try SQLiteConnection(path, readOnly: false)
    }
    #expect(failure?.code == .databaseUnavailable)
  }
}
