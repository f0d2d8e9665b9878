import Files
import Manifest
import TestSupport
import Testing

@testable import Storage

@Suite struct MigrationsTests {
  let temporary: TemporaryFolder
  let catalog: BytePath

  init() throws {
    temporary = try TemporaryFolder()
    catalog = temporary.path.appending("catalog.sqlite")
  }

  @Test("A fresh catalog gets the newest schema, and keeps it and its rows when opened again")
  func twice() throws {
    for _ in 1...2 {
      let connection = try SQLiteConnection(catalog, readOnly: false)
      try Migrations.run(on: connection)
      try Migrations.run(on: connection)
      #expect(try connection.integer("PRAGMA user_version") == Migrations.version)
      let count = try connection.integer("SELECT count(*) FROM series")
      try connection.run(
        "INSERT INTO series (name, root) VALUES (:name, x'2f')", ["name": .text("\(count)")])
    }
    let connection = try SQLiteConnection(catalog, readOnly: true)
    #expect(try connection.integer("SELECT count(*) FROM series") == 2)
  }

  @Test("All tables are STRICT")
  func strict() throws {
    let connection = try SQLiteConnection(catalog, readOnly: false)
    try Migrations.run(on: connection)
    let lax = try connection.rows(
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite%'
      """, [:]
    ) { $0.text(0) }
    #expect(lax.isEmpty)
  }

  @Test("A newer schema is refused and left as it is")
  func newer() throws {
    let connection = try SQLiteConnection(catalog, readOnly: false)
    try connection.execute("PRAGMA user_version = 99")
    let failure = #expect(throws: Failure.self) {
      _ = try SQLiteDatabase(self.catalog) {}
    }
    #expect(failure?.code == .schemaTooNew)
    #expect(try connection.integer("PRAGMA user_version") == 99)
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema") == 0)
  }

  @Test("Many who make the same library at once make one")
  func atOnce() throws {
    for round in 0..<10 {
      let folder = temporary.path.appending(BytePath("library \(round)"))
      try concurrently(8) { _ in _ = try Library.make(folder) }
      let library = try Library(opening: folder)
      #expect(library.id.count == 12)
      #expect(try library.database.read { try $0.integer("SELECT count(*) FROM settings") } == 1)
    }
  }
}
