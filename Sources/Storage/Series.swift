public import Files

/// The jobs of one manifest name and root.
public struct KnownSeries: Sendable {
  public let id: Int64
  public let name: String
  /// Absolute.
  public let root: BytePath
  /// Its newest submitted job, whose text counts.
  public let newest: Int64
}

/// Looking up series.
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

  /// All that have a job, by name and root.
  public func all() throws -> [KnownSeries] {
    try database.read { connection in
      try connection.rows(
        """
        SELECT s.id, s.name, s.root, max(j.id) FROM series s JOIN jobs j ON j.series_id = s.id
        WHERE j.state <> 'submitting' GROUP BY s.id ORDER BY s.name, s.root
        """, [:]
      ) {
        KnownSeries(
          id: $0.integer(0), name: $0.text(1), root: BytePath(bytes: $0.blob(2)),
          newest: $0.integer(3))
      }
    }
  }
}
