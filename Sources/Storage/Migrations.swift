import Manifest

/// The schema's steps, in the program itself, each run once and in order. The number of the last
/// one is SQLite's `user_version`.
enum Migrations {
  private static let steps: [[UInt8]] = [
    PackageResources.m0001_catalog_sql, PackageResources.m0002_history_sql,
    PackageResources.m0003_service_sql,
  ]

  static let version = Int64(steps.count)

  static func run(on connection: SQLiteConnection) throws {
    if try current(connection) == version { return }
    try connection.execute("BEGIN IMMEDIATE")
    do {
      // Read again under the lock: another process may just have migrated.
      let found = try current(connection)
      guard found <= version else {
        throw Failure(
          .schemaTooNew,
          "this library was written by a newer minilab (schema \(found), this one knows \(version))",
          hint: "use the newer minilab")
      }
      for step in steps[Int(found)...] {
        try connection.execute(String(decoding: step, as: UTF8.self))
      }
      try connection.execute("PRAGMA user_version = \(version)")
      try connection.execute("COMMIT")
    } catch {
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  private static func current(_ connection: SQLiteConnection) throws -> Int64 {
    try connection.integer("PRAGMA user_version")
  }
}
