import Files

/// Which objects the catalog needs.
enum ObjectReferences {
  /// Those of other programs' files that we replaced.
  static func all(_ database: any Database) throws -> Set<Digest> {
    let found = try database.read { connection in
      try connection.rows("SELECT sha256 FROM objects", [:]) { Digest(bytes: $0.blob(0)) }
    }
    return Set(found.compactMap(\.self))
  }

  static func needed(_ digests: [Digest], _ database: any Database) throws -> Set<Digest> {
    let found = try database.read { connection in
      try digests.filter { digest in
        try connection.integer(
          "SELECT count(*) FROM objects WHERE sha256 = :sha256",
          ["sha256": .blob(digest.bytes)]) > 0
      }
    }
    return Set(found)
  }
}
