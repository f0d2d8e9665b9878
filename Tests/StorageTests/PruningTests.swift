import Files
import Manifest
import Testing

@testable import Storage

@Suite struct PruningTests {
  private let sample: SampleLibrary
  private let pruning: Pruning

  init() throws {
    sample = try SampleLibrary()
    pruning = Pruning(sample.library)
  }

  /// A job of these files that has ended.
  private func ended(
    _ files: [BytePath], keys: String = SampleLibrary.output, isSeries: Bool = true
  ) throws -> Int64 {
    let job = try sample.submit(files, keys: keys, isSeries: isSeries)
    for item in try sample.claim(5000, only: [job]) {
      try sample.end(item, .skipped(SkippedItem()))
    }
    #expect(try sample.jobs.job(job).state.isEnded)
    return job
  }

  private func candidates() throws -> [Int64] {
    try pruning.candidates(endedBefore: Clock.now() + 1)
  }

  @Test func `only what ended before the time may go`() throws {
    let first = try ended(["a.jpg"], isSeries: false)
    let time = try #require(try sample.jobs.job(first).finishedAt)
    _ = try sample.submit(["b.jpg"])
    #expect(try pruning.candidates(endedBefore: time) == [])
    #expect(try pruning.candidates(endedBefore: time + 1) == [first])
  }

  @Test func `the newest job of a series stays`() throws {
    let jobs = try (0..<3).map { _ in try ended(["a.jpg"]) }
    #expect(try candidates() == Array(jobs.dropLast()))
  }

  @Test func `jobs stay that alone know what an asset's outputs are called`() throws {
    let keys = #"outputs: [{path: "out/{seq}.png"}]"#
    let jobs = try [["a.jpg", "b.jpg"], ["a.jpg"], ["a.jpg"]].map { try ended($0, keys: keys) }
    #expect(try candidates() == [jobs[1]])
  }

  @Test func `a dropped job takes its items along and leaves files and others as they are`() throws
  {
    let job = try sample.submit(["a.jpg"])
    try sample.photo("a.jpg")
    try sample.publish(try sample.claim()[0], "out/a.png")
    let other = try ended(["b.jpg"], isSeries: false)
    #expect(try pruning.drop(job))
    #expect(throws: Failure.self) { try sample.jobs.job(job) }
    #expect(try sample.integer("SELECT count(*) FROM items WHERE job_id = \(job)") == 0)
    #expect(try sample.integer("SELECT count(*) FROM items WHERE job_id = \(other)") == 1)
    #expect(try sample.integer("SELECT count(*) FROM renditions WHERE state = 'live'") == 1)
    #expect(try sample.findings().isEmpty)
    #expect(try !pruning.drop(job))
  }

  @Test func `what was interrupted goes the next time, and cannot be retried meanwhile`() throws {
    let job = try ended((0..<2500).map { BytePath("\($0).jpg") }, isSeries: false)
    var steps = 0
    let isGone = try pruning.drop(job) {
      steps += 1
      return steps < 3
    }
    #expect(!isGone)
    #expect(try sample.integer("SELECT count(*) FROM items WHERE job_id = \(job)") == 500)
    #expect(throws: Failure.self) { try sample.jobs.retry(job) }
    #expect(try sample.findings().isEmpty)
    #expect(try candidates() == [job])
    #expect(try pruning.drop(job))
    #expect(try sample.integer("SELECT count(*) FROM jobs") == 0)
  }

  @Test func `a job that came back to life is left alone`() throws {
    let job = try ended(["a.jpg"], isSeries: false)
    try sample.library.database.write {
      try $0.run("UPDATE items SET state = 'failed'")
      try $0.run("UPDATE jobs SET items_skipped = 0, items_failed = 1, state = 'failed'")
    }
    #expect(try candidates() == [job])
    #expect(try sample.jobs.retry(job) == 1)
    #expect(try !pruning.drop(job))
    #expect(try sample.jobs.job(job).counts.total == 1)
    #expect(try candidates() == [])
  }
}
