import Files
import Manifest
import Testing

@testable import Storage

@Suite struct SubmissionTests {
  let sample: SampleLibrary

  init() throws { sample = try SampleLibrary() }

  @Test("Two assets for one path are refused with both named, and nothing is written")
  func onePath() throws {
    let failure = #expect(throws: Failure.self) {
      try self.sample.submit(["a.jpg", "b.jpg", "a.png"])
    }
    #expect(failure?.code == .outputConflict)
    for name in ["a.jpg", "a.png", "out/a.png"] {
      #expect(failure?.message.contains(name) == true)
    }
    #expect(try sample.integer("SELECT count(*) FROM jobs") == 0)
  }

  @Test("A job has its items in selection order and counts them, over several chunks")
  func items() throws {
    let files = (0..<1203).map { BytePath("\(1203 - $0).jpg") }
    let id = try sample.submit(files, priority: 3)
    let job = try sample.jobs.job(id)
    #expect(job.state == .queued)
    #expect(job.priority == 3)
    #expect(job.retries == 3)
    #expect(job.counts.total == 1203)
    #expect(job.counts[.queued] == 1203)
    let items = try Items(sample.library).items(of: id, limit: 5000)
    #expect(items.map(\.item.path) == files)
    #expect(items.map(\.position) == Array(0..<1203))
    #expect(try sample.findings().isEmpty)
  }

  @Test("Paths are those of the catalog root, though the job starts in a folder below it")
  func innerFolder() throws {
    let id = try sample.submit(["a.jpg"], folder: sample.photos.appending("trip"))
    let item = try #require(try sample.claim().first)
    #expect(item.asset.path == "trip/a.jpg")
    #expect(try Items(sample.library).items(of: id).map(\.item.path) == ["a.jpg"])
  }

  @Test("The same file in two jobs is one asset")
  func sameAsset() throws {
    try sample.submit(["a.jpg"])
    try sample.submit(["a.jpg", "b.jpg"])
    #expect(try sample.integer("SELECT count(*) FROM assets") == 2)
  }

  @Test("A job without items has succeeded")
  func empty() throws {
    let job = try sample.jobs.job(sample.submit([]))
    #expect(job.state == .succeeded)
    #expect(job.finishedAt != nil)
  }

  @Test("A series is a name and a folder; jobs without one have none")
  func series() throws {
    func series(_ folder: BytePath? = nil, isSeries: Bool = true) throws -> Int64? {
      try sample.jobs.job(sample.submit(["a.jpg"], folder: folder, isSeries: isSeries)).series
    }
    let first = try series()
    #expect(first != nil)
    #expect(try series() == first)
    let other = try series(sample.photos.appending("trip"))
    #expect(other != nil && other != first)
    #expect(try series(isSeries: false) == nil)
  }

  /// A job that its submitter has left half written.
  private func halfWritten(by submitter: Int64) throws -> Int64 {
    let id = try sample.submission(["a.jpg", "b.jpg"]).submit(sample.library, submitter: submitter)
    try sample.library.database.write { connection in
      try connection.run(
        "UPDATE jobs SET state = 'submitting', total = 0, items_queued = 0 WHERE id = :id",
        ["id": .integer(id)])
    }
    return id
  }

  @Test("Nobody claims from a job that is not queued yet")
  func invisible() throws {
    let id = try halfWritten(by: sample.worker)
    #expect(try sample.jobs.job(id).state == .submitting)
    #expect(try sample.claim().isEmpty)
    #expect(try sample.queue.nextDue() == nil)
    #expect(try sample.findings().isEmpty)
  }

  @Test("A dead submitter's half written job is removed, and no other")
  func deadSubmitter() throws {
    let dead = try WorkerLock(sample.library, kind: .submit)
    let whole = try sample.submission(["a.jpg"]).submit(sample.library, submitter: dead.id)
    let half = try halfWritten(by: dead.id)
    let living = try halfWritten(by: sample.worker)
    try Takeover.removeSubmissions(of: dead.id, sample.library)
    #expect(throws: Failure.self) { try self.sample.jobs.job(half) }
    #expect(try sample.jobs.job(whole).counts.total == 1)
    #expect(try Items(sample.library).items(of: half).isEmpty)
    #expect(try Items(sample.library).items(of: living).count == 2)
  }

  @Test("Removing what was left half written leaves a job alone that is queued after all")
  func removeQueued() throws {
    let id = try sample.submit(["a.jpg"])
    try Submission.remove(id, sample.library)
    #expect(try Items(sample.library).items(of: id).count == 1)
  }

  @Test("A job that is cancelled while it is submitted is cancelled when it is queued")
  func cancelledEarly() throws {
    let submission = try sample.submission(["a.jpg", "b.jpg"])
    let id = try submission.insertJob(sample.library, submitter: sample.worker)
    try submission.insertItems(0..<2, into: id, sample.library)
    try sample.jobs.cancel(id)
    try submission.finish(id, sample.library)
    #expect(try sample.jobs.job(id).state == .cancelled)
    #expect(try sample.jobs.job(id).counts[.cancelled] == 2)
    #expect(try sample.claim().isEmpty)
    #expect(try sample.findings().isEmpty)
  }

  @Test("Cancelling an asset leaves items of a job alone that is not queued yet")
  func cancelledAsset() throws {
    let submission = try sample.submission(["a.jpg"])
    let id = try submission.insertJob(sample.library, submitter: sample.worker)
    try submission.insertItems(0..<1, into: id, sample.library)
    let asset = try #require(
      try Assets(sample.library).asset(root: sample.root.id, path: "a.jpg"))
    #expect(try sample.jobs.cancel(asset: asset.id).queued == 0)
    try submission.finish(id, sample.library)
    #expect(try sample.claim().map(\.asset.id) == [asset.id])
    #expect(try sample.findings().isEmpty)
  }
}
