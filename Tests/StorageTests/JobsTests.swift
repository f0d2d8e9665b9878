import Files
import Manifest
import Testing

@testable import Storage

@Suite struct JobsTests {
  let sample: SampleLibrary

  init() throws { sample = try SampleLibrary() }

  @Test("A job is found by its number or by its name, then the newest")
  func lookup() throws {
    let ids = try [sample.submit(["a.jpg"]), sample.submit(["b.jpg"])]
    #expect(try sample.jobs.job(named: "\(ids[0])").id == ids[0])
    #expect(try sample.jobs.job(named: "sample").id == ids[1])
    for name in ["99", "other", "-1"] {
      let failure = #expect(throws: Failure.self) { try self.sample.jobs.job(named: name) }
      #expect(failure?.code == .noSuchJob)
    }
  }

  @Test("Unfinished jobs are listed all, ended ones only the last, newest first")
  func recent() throws {
    let open = try sample.submit(["a.jpg"])
    let ended = try (0..<4).map { _ in try sample.submit([]) }
    #expect(try sample.jobs.recent(ended: 2).map(\.id) == [ended[3], ended[2], open])
  }

  @Test("A cancelled job is cancelled at once, also where its items' rows do not say so yet")
  func cancel() throws {
    let id = try sample.submit(["a.jpg", "b.jpg"])
    try sample.jobs.cancel(id)
    let job = try sample.jobs.job(id)
    #expect(job.state == .cancelled)
    #expect(job.finishedAt != nil)
    #expect(job.counts[.cancelled] == 2)
    #expect(try sample.claim().isEmpty)
    try sample.library.database.write { try $0.run("UPDATE items SET state = 'queued'") }
    #expect(
      try Items(sample.library).items(of: id).map(\.item.state) == [.cancelled, .cancelled])
    #expect(try sample.findings().isEmpty)
    try sample.jobs.cancel(id)
    #expect(try sample.jobs.job(id).counts == job.counts)
  }

  @Test("Cancelling leaves what has begun, and the job ends with it")
  func cancelRunning() throws {
    let id = try sample.submit(["a.jpg", "b.jpg", "c.jpg"])
    let items = try sample.claim(1)
    try sample.jobs.cancel(id)
    #expect(try sample.jobs.job(id).state == .running)
    #expect(try sample.end(items[0], .skipped(SkippedItem())))
    #expect(try sample.jobs.job(id).state == .partial)
    #expect(try sample.jobs.job(id).counts[.cancelled] == 2)
  }

  @Test("Cancelling an asset takes its queued items in every job, and nothing that has begun")
  func cancelAsset() throws {
    let first = try sample.submit(["a.jpg"])
    let second = try sample.submit(["a.jpg", "b.jpg"])
    let third = try sample.submit(["a.jpg"])
    let running = try sample.claim(only: [first])[0]
    #expect(try sample.jobs.cancel(asset: running.asset.id).queued == 2)
    #expect(try sample.state(running) == .running)
    #expect(try sample.jobs.job(second).counts[.cancelled] == 1)
    #expect(try sample.jobs.job(third).state == .cancelled)
    #expect(try sample.jobs.cancel(asset: running.asset.id).queued == 0)
    #expect(try sample.claim().map(\.asset.path) == ["b.jpg"])
    #expect(try sample.findings().isEmpty)
  }

  @Test("A held job is paused and not claimed from until it is resumed")
  func hold() throws {
    let id = try sample.submit(["a.jpg", "b.jpg"])
    let running = try sample.claim(1)[0]
    try sample.jobs.hold(id)
    #expect(try sample.jobs.job(id).state == .running)
    try sample.end(running, .returned)
    #expect(try sample.jobs.job(id).state == .paused)
    #expect(try sample.claim().isEmpty)
    #expect(try sample.queue.nextDue() == nil)
    try sample.jobs.resume(id)
    #expect(try sample.claim().count == 2)
  }

  @Test("Cancel wins over pause, and a cancelled or ended job is not resumed")
  func resume() throws {
    let held = try sample.submit(["a.jpg"])
    try sample.jobs.hold(held)
    try sample.jobs.cancel(held)
    #expect(try sample.jobs.job(held).state == .cancelled)
    let working = try sample.submit(["a.jpg", "b.jpg"])
    _ = try sample.claim(1)
    try sample.jobs.cancel(working)
    for id in [held, working, try sample.submit([])] {
      let failure = #expect(throws: Failure.self) { try self.sample.jobs.resume(id) }
      #expect(failure?.code == .wrongState)
    }
  }
}
