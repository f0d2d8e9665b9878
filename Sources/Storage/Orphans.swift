public import Files

/// Assets that a series has written outputs for and that its selection does not take in any more.
public enum Orphans {
  /// - Parameters:
  ///   - name: the series', with the folder that is its root.
  ///   - selected: what its newest text takes in.
  public static func files(
    ofSeries name: String, below folder: BytePath, selected: [SelectedFile], _ library: Library
  ) throws -> [SelectedFile] {
    let known = Set(selected.map(\.path))
    let written = try library.database.read { connection in
      try connection.rows(
        """
        SELECT DISTINCT root.path, a.path FROM series s
          JOIN renditions r ON r.series_id = s.id AND r.state = 'live' AND r.kind = 'rendition'
          JOIN assets a ON a.id = r.asset_id JOIN roots root ON root.id = a.root_id
        WHERE s.name = :name AND s.root = :root
        """, ["name": .text(name), "root": .blob(folder.bytes)]
      ) { BytePath(bytes: $0.blob(0)).appending(BytePath(bytes: $0.blob(1))) }
    }
    return written.compactMap { $0.relative(to: folder) }.filter { !known.contains($0) }.sorted()
      .map { SelectedFile(path: $0, entry: nil, row: [:], isOrphan: true) }
  }
}
