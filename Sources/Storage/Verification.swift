import Files
import Manifest

/// Holding the catalog against itself and against the disk.
public struct Verification: Sendable {
  public struct Finding: Sendable {
    /// What it is about: a path, or "job 7".
    public let subject: String
    public let message: String

    public init(subject: String, message: String) {
      self.subject = subject
      self.message = message
    }
  }

  private let library: Library
  private let isDeep: Bool

  /// - Parameter deep: hash every file and every object, whatever their times say.
  public init(_ library: Library, deep: Bool = false) {
    self.library = library
    isDeep = deep
  }

  /// All that is wrong, in the order found.
  /// - Parameter checked: told of every file looked at.
  public func findings(checked: (Int) -> Void) throws -> [Finding] {
    try integrity() + counters() + leftovers() + files(checked) + objects()
  }

  private func integrity() throws -> [Finding] {
    try library.database.read { connection in
      try connection.rows("PRAGMA integrity_check", [:]) { $0.text(0) }
    }.filter { $0 != "ok" }.map { Finding(subject: "catalog", message: $0) }
  }

  /// Recounts every job's items by their effective states.
  private func counters() throws -> [Finding] {
    try library.database.read { connection in
      let jobs = try connection.rows(
        "SELECT \(Job.columns) FROM jobs WHERE state <> 'submitting'", [:], Job.init)
      var findings: [Finding] = []
      for job in jobs {
        var counted = ItemCounts()
        _ = try connection.rows(
          """
          SELECT CASE WHEN i.state = 'queued' AND j.cancelled = 1 THEN 'cancelled' ELSE i.state END,
            count(*)
          FROM items i JOIN jobs j ON j.id = i.job_id WHERE j.id = :job GROUP BY 1
          """, ["job": .integer(job.id)]
        ) { row in
          if let state = ItemState(rawValue: row.text(0)) { counted[state] = Int(row.integer(1)) }
          counted.total += Int(row.integer(1))
        }
        if counted != job.counts {
          findings.append(
            Finding(subject: "job \(job.id)", message: "its counters differ from a recount"))
        }
      }
      return findings
    }
  }

  /// Rows that should not outlive their item's work.
  private func leftovers() throws -> [Finding] {
    try library.database.read { connection in
      let staged = try connection.rows(
        """
        SELECT r.path FROM renditions r LEFT JOIN items i ON i.id = r.item_id
        WHERE r.state = 'staged' AND coalesce(i.state, '') <> 'publishing'
        """, [:]
      ) { BytePath(bytes: $0.blob(0)).displayed }
      return staged.map { Finding(subject: $0, message: "is staged by no item in work") }
    }
  }

  /// Live renditions against the files at their paths.
  private func files(_ checked: (Int) -> Void) throws -> [Finding] {
    let renditions = Renditions(library)
    var findings: [Finding] = []
    var after: Int64 = 0
    var count = 0
    while let page = try Optional(renditions.live(after: after)), let last = page.last {
      for rendition in page {
        if let message = difference(rendition) {
          findings.append(Finding(subject: rendition.path.displayed, message: message))
        }
      }
      after = last.id
      count += page.count
      checked(count)
    }
    return findings
  }

  private func difference(_ rendition: Rendition) -> String? {
    do {
      guard let status = try FileStatus.of(rendition.path) else { return "is missing" }
      // Anything but a file may keep who opens it waiting.
      guard status.kind == .file else { return "was changed by another program" }
      if !isDeep && rendition.isSettled && rendition.file.matches(status) { return nil }
      let digest = try Digest.of(Descriptor.open(rendition.path, 0))
      return digest == rendition.file.digest ? nil : "was changed by another program"
    } catch {
      return "cannot be read: \(error.reason)"
    }
  }

  /// Objects that rows refer to against the store.
  private func objects() throws -> [Finding] {
    let referred = try ObjectReferences.all(library.database)
    return referred.sorted { $0.hex < $1.hex }.compactMap { digest in
      do {
        let file = try library.objects.open(digest)
        if try isDeep && Digest.of(file) != digest {
          return Finding(
            subject: "object \(digest)", message: "does not have the bytes of its name")
        }
        return nil
      } catch {
        return Finding(subject: "object \(digest)", message: "is missing")
      }
    }
  }
}
