import Files
import Manifest
import Storage
import Testing

@testable import Workers

/// How far a worker came before it died.
private enum Death: String, CaseIterable, Sendable {
  case claimed, written, begun, firstOut, allOut, recorded, refused, refusedHalfBack
}

@Suite struct RescuerTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private static let two = ["{path: \"0\", format: png}", "{path: \"1\", format: png}"]

  /// Brings an item up to a point with a worker whose lock then goes, as a kill does.
  private func die(at death: Death, expected: [String?]) throws -> Job {
    let lock = try WorkerLock(bench.library, kind: .worker)
    let job = try bench.submit(["a.jpg"], outputs: Self.two, by: lock)
    let item = try #require(
      try Queue(bench.library).claim(upTo: 5, worker: lock.id).first)
    if death == .claimed { return job }
    let prepared = try bench.prepared(item, texts: ["new 0", "new 1"], expected: expected)
    if death == .written { return job }
    let database = bench.library.database
    _ = try database.write { try Publishing.begin(prepared.publication, milliseconds: 1, $0) }
    if death == .begun { return job }
    _ = try prepared.files[0].publish()
    if death == .firstOut { return job }
    if death == .refused || death == .refusedHalfBack {
      let failure = Failure(.outputExists, "made up")
      #expect(
        try database.write {
          try Publishing.refuse(item: item.id, lease: item.lease, failure, $0)
        })
      if death == .refusedHalfBack { try prepared.files[0].takeBack() }
      return job
    }
    _ = try prepared.files[1].publish()
    if death == .allOut { return job }
    let files = try PublishedItem(id: item.id, lease: item.lease, files: prepared.files)
      .published()
    #expect(
      try database.write {
        try Publishing.succeed(
          item: item.id, lease: item.lease, files: files,
          cleaning: expected.contains { $0 != nil }, $0)
      })
    return job
  }

  private func rescue() throws {
    let lock = try WorkerLock(bench.library, kind: .worker)
    try Rescuer(bench.library, worker: lock.id, Leftovers { _ in }, events: { _ in }).rescueAll()
    try lock.end()
  }

  @Test(
    "Whatever a worker died at, its item is queued again, out whole, or not out at all",
    arguments: Death.allCases, [false, true])
  private func rescuing(_ death: Death, replaces: Bool) throws {
    let old: [String?] = replaces ? ["old 0", "old 1"] : [nil, nil]
    for (number, text) in old.enumerated() {
      if let text { try bench.write(text, to: bench.out.appending(BytePath("\(number)"))) }
    }
    let job = try die(at: death, expected: old)
    try rescue()

    let counts = try Jobs(bench.library).job(job.id).counts
    let texts = try ["0", "1"].map { try bench.text(at: bench.out.appending(BytePath($0))) }
    switch death {
    case .claimed, .written:
      #expect(counts[.queued] == 1)
      #expect(texts == old)
    case .begun, .firstOut, .allOut, .recorded:
      #expect(counts[.succeeded] == 1)
      #expect(texts == ["new 0", "new 1"])
    case .refused, .refusedHalfBack:
      #expect(counts[.failed] == 1)
      #expect(texts == old)
    }
    #expect(try bench.names() == (texts.contains(nil) ? [] : ["0", "1"]))
    #expect(try Verification(bench.library).findings(checked: { _ in }).isEmpty)
  }

  @Test(
    "A foreign file at a name that is not out yet is kept, and nothing else of the item comes out")
  func foreignFile() throws {
    let job = try die(at: .firstOut, expected: [nil, nil])
    try bench.write("mine", to: bench.out.appending("1"))
    try rescue()
    #expect(try Jobs(bench.library).job(job.id).counts[.failed] == 1)
    #expect(try bench.names() == ["1"])
    #expect(try bench.text(at: bench.out.appending("1")) == "mine")
  }

  @Test("A foreign write to what was swapped out is stored before it goes")
  func foreignWrite() throws {
    for number in 0...1 {
      try bench.write("old \(number)", to: bench.out.appending(BytePath("\(number)")))
    }
    _ = try die(at: .recorded, expected: ["old 0", "old 1"])
    let temporary = try #require(try bench.names().first { $0.hasSuffix("-0.tmp") })
    try bench.write("mine", to: bench.out.appending(BytePath(temporary)))
    try rescue()
    #expect(try bench.names() == ["0", "1"])
    let stored = try bench.library.objects.open(Digest.of("mine"))
    #expect(String(decoding: try stored.readAll(), as: UTF8.self) == "mine")
  }

  @Test("A living worker's items are left alone")
  func living() throws {
    let lock = try WorkerLock(bench.library, kind: .worker)
    let job = try bench.submit(["a.jpg"], outputs: Self.two, by: lock)
    _ = try Queue(bench.library).claim(upTo: 5, worker: lock.id)
    try rescue()
    #expect(try Jobs(bench.library).job(job.id).counts[.running] == 1)
    try lock.end()
  }
}
