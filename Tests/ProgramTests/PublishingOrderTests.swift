import Files
import Glibc
import Testing

/// What makes a power failure at any moment harmless: what a step relies on is on disk before it.
@Suite(.enabled(if: SystemCallTrace.isPossible)) struct PublishingOrderTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let folders = ["one", "two"]

  private func manifest(_ kind: FaultTests.Kind, quality: Int) throws {
    try place.manifest(
      """
      root: photos
      to: out
      on-conflict: \(kind == .overwritten ? "overwrite" : "fail")
      outputs: [{path: "one/{name}.jpg", box: 30, quality: \(quality)},
        {path: "two/{name}.jpg", box: 20, quality: \(quality)}]
      """)
  }

  private func trace(_ kind: FaultTests.Kind) throws -> SystemCallTrace {
    try place.addPhotos(["a.jpg"])
    switch kind {
    case .new: break
    case .replaced:
      try manifest(kind, quality: 50)
      #expect(try place.runJob().status == .exit(0))
    case .overwritten:
      for folder in Self.folders {
        try place.write(BytePath("out/\(folder)/a.jpg"), "mine \(folder)".utf8)
      }
    }
    try manifest(kind, quality: 80)
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    let file = place.folder.appending("trace")
    let worker = try place.start(
      ["worker", "--drain", "--lanes", "1"], under: SystemCallTrace.tracing(to: file))
    #expect(try worker.wait().end == .exit(0))
    return SystemCallTrace(String(decoding: try place.read(file), as: UTF8.self))
  }

  /// A transaction: from its first write into the log to the end of its sync.
  private struct Commit {
    let begin: Int
    let end: Int
  }

  private func commits(_ trace: SystemCallTrace) -> [Commit] {
    let writes = trace.calls(["pwrite64"], "catalog.sqlite-wal>")
    var begin = 0
    return trace.syncs("catalog.sqlite-wal").compactMap { sync in
      defer { begin = sync.end }
      guard let first = writes.first(where: { $0.begin > begin }) else { return nil }
      return first.begin < sync.begin ? Commit(begin: first.begin, end: sync.end) : nil
    }
  }

  @Test(arguments: FaultTests.Kind.allCases)
  func `every step is on disk before the next one begins`(kind: FaultTests.Kind) throws {
    let trace = try trace(kind)
    let commits = commits(trace)
    let renames = trace.calls(["renameat2"], ".minilab-", "a.jpg")
    #expect(renames.count == 2)
    let out = try (
      begin: #require(renames.map(\.begin).min()), end: #require(renames.map(\.end).max())
    )

    // Temporaries and their folders, TX1, renames.
    let begun = try #require(commits.last { $0.end < out.begin })
    for (ordinal, folder) in Self.folders.enumerated() {
      let file = try #require(trace.syncs("-\(ordinal).tmp").first)
      #expect(
        trace.syncs("/out/\(folder)").contains { $0.begin > file.end && $0.end < begun.begin })
    }
    if kind == .overwritten {
      for folder in Self.folders {
        let object = Digest.of("mine \(folder)").hex
        let stored = try #require(
          trace.calls(["renameat2", "renameat"], "/objects>", String(object.dropFirst(2))).first)
        let copies = trace.calls(["fsync"], "/objects/.new-").filter { $0.end < stored.begin }
        #expect(!copies.isEmpty)
        let shelf = try #require(trace.syncs("/objects/\(object.prefix(2))").last)
        #expect(stored.end < shelf.begin && shelf.end < begun.begin)
      }
    }

    // The folders again, TX2.
    let recorded = try #require(commits.first { $0.end > out.end })
    for (folder, rename) in zip(Self.folders, renames) {
      #expect(rename.arguments.contains("/out/\(folder)>"))
      #expect(
        trace.syncs("/out/\(folder)").contains {
          $0.begin > rename.end && $0.end < recorded.begin
        })
    }

    // Cleaning up, the folders, the last transaction.
    let unlinks = trace.calls(["unlinkat"], ".minilab-")
    #expect(unlinks.count == (kind == .new ? 0 : 2))
    for (folder, unlink) in zip(Self.folders, unlinks) {
      #expect(unlink.begin > recorded.end)
      let forgotten = try #require(commits.first { $0.begin > unlink.end })
      #expect(
        trace.syncs("/out/\(folder)").contains {
          $0.begin > unlink.end && $0.end < forgotten.begin
        })
    }
  }
}
