public import Files

/// Looking up series: the jobs of one manifest name and root.
public struct Series: Sendable {
  let database: any Database

  public init(_ library: Library) { database = library.database }

  /// - Returns: nil if no job of it was ever submitted.
  public func id(_ name: String, root: BytePath) throws -> Int64? {
    try database.read { connection in
      try connection.first(
        "SELECT id FROM series WHERE name = :name AND root = :root",
        ["name": .text(name), "root": .blob(root.bytes)]
      ) { $0.integer(0) }
    }
  }
}
