import Files
import Manifest
import Testing

@testable import Storage

@Suite struct QueueTests {
  let sample: SampleLibrary

  init() throws { sample = try SampleLibrary() }

  @Test("Items are claimed by priority, then by the age of their job, then by position")
  func order() throws {
    let first = try sample.submit(["c.jpg", "a.jpg"])
    let second = try sample.submit(["b.jpg"])
    let urgent = try sample.submit(["z.jpg", "y.jpg"], priority: 1)
    let claimed = try sample.claim(4) + sample.claim(4)
    #expect(claimed.map(\.job) == [urgent, urgent, first, first, second])
    #expect(claimed.map(\.asset.path) == ["z.jpg", "y.jpg", "c.jpg", "a.jpg", "b.jpg"])
    #expect(try sample.claim().isEmpty)
    #expect(try sample.claim(0).isEmpty)
  }

  @Test("An asset is in work once; its other items wait, and those behind them do not")
  func oneItemPerAsset() throws {
    try sample.submit(["a.jpg", "b.jpg"])
    let second = try sample.submit(["a.jpg", "b.jpg", "c.jpg"])
    let claimed = try sample.claim(3)
    #expect(claimed.map(\.asset.path) == ["a.jpg", "b.jpg", "c.jpg"])
    guard case .begun = try sample.begin(sample.publication(of: claimed[0])) else {
      Issue.record("publishing did not begin")
      return
    }
    #expect(try sample.claim().isEmpty)
    try sample.succeed(claimed[0])
    let next = try sample.claim()
    #expect(next.map(\.asset.path) == ["a.jpg"])
    #expect(next.map(\.job) == [second])
  }

  @Test("Only the jobs asked for are claimed from")
  func only() throws {
    try sample.submit(["a.jpg"], priority: 9)
    let second = try sample.submit(["b.jpg"])
    #expect(try sample.claim(only: [second]).map(\.job) == [second])
    #expect(try sample.claim(only: []).isEmpty)
  }

  @Test("The first claim starts a job")
  func start() throws {
    let id = try sample.submit(["a.jpg", "b.jpg"])
    #expect(try sample.jobs.job(id).startedAt == nil)
    _ = try sample.claim(1)
    let job = try sample.jobs.job(id)
    #expect(job.state == .running)
    #expect(job.startedAt != nil)
    #expect(job.counts[.running] == 1)
    #expect(job.counts[.queued] == 1)
    _ = try sample.claim(1)
    #expect(try sample.jobs.job(id).startedAt == job.startedAt)
  }

  @Test("Every claim has a higher lease, and only the last one's end is recorded")
  func leases() throws {
    try sample.submit(["a.jpg"])
    let first = try #require(try sample.claim().first)
    #expect(try sample.end(first, .returned))
    #expect(try sample.end(first, .failed(.sample)) == false)
    let second = try #require(try sample.claim().first)
    #expect(second.lease == first.lease + 1)
    #expect(try sample.end(first, .skipped(SkippedItem())) == false)
    #expect(try sample.state(second) == .running)
    #expect(try sample.end(second, .skipped(SkippedItem())))
    #expect(try sample.end(second, .failed(.sample)) == false)
    #expect(try sample.state(second) == .skipped)
    #expect(try sample.findings().isEmpty)
  }

  @Test("What is tried again waits until it is due and is charged, what is given back is not")
  func retries() throws {
    try sample.submit(["a.jpg"])
    var item = try #require(try sample.claim().first)
    try sample.end(item, .returned)
    item = try #require(try sample.claim().first)
    #expect((item.errors, item.crashes) == (0, 0))
    try sample.end(item, .retried(.sample, dueAt: 1, .error))
    item = try #require(try sample.claim().first)
    #expect((item.errors, item.crashes) == (1, 0))
    let due = Clock.now() + 60_000_000
    try sample.end(item, .retried(.sample, dueAt: due, .crash))
    #expect(try sample.claim().isEmpty)
    #expect(try sample.queue.nextDue() == due)
    let waiting = try #require(try Items(sample.library).item(item.id))
    #expect(waiting.state == .queued)
    #expect(waiting.failure == .sample)
    #expect(waiting.attempts == 2)
  }

  @Test("What is due later than any pause is due now: the clock was set back meanwhile")
  func clockSetBack() throws {
    try sample.submit(["a.jpg", "b.jpg"])
    let items = try sample.claim()
    let due = Clock.now() + 30_000_000
    try sample.end(items[0], .retried(.sample, dueAt: due, .error))
    #expect(try sample.queue.nextDue() == due)
    try sample.end(items[1], .retried(.sample, dueAt: due + 3_600_000_000, .error))
    #expect(try #require(try sample.queue.nextDue()) <= Clock.now())
    #expect(try sample.claim().map(\.id) == [items[1].id])
  }

  @Test(
    "What returns to the queue of a cancelled job is cancelled",
    arguments: [.returned, .retried(.sample, dueAt: 0, .error)] as [ItemEnd])
  func returnedToCancelled(end: ItemEnd) throws {
    let id = try sample.submit(["a.jpg", "b.jpg"])
    let item = try sample.claim(1)[0]
    try sample.jobs.cancel(id)
    #expect(try sample.jobs.job(id).state == .running)
    #expect(try sample.end(item, end))
    #expect(try sample.state(item) == .cancelled)
    #expect(try sample.jobs.job(id).state == .cancelled)
    #expect(try sample.findings().isEmpty)
  }

  @Test(
    "A job ends as its items did",
    arguments: [
      ([.skipped(SkippedItem()), .skipped(SkippedItem())], .succeeded),
      ([.failed(.sample), .skipped(SkippedItem())], .partial),
      ([.failed(.sample), .failed(.sample)], .failed),
      ([.quarantined(.sample), .cancelled], .failed), ([.cancelled, .cancelled], .cancelled),
      ([.cancelled, .skipped(SkippedItem())], .partial),
      ([.quarantined(.sample), .skipped(SkippedItem())], .partial),
    ] as [([ItemEnd], JobState)])
  func ends(ends: [ItemEnd], state: JobState) throws {
    let id = try sample.submit(["a.jpg", "b.jpg"])
    for (item, end) in zip(try sample.claim(), ends) {
      #expect(try sample.jobs.job(id).finishedAt == nil)
      try sample.end(item, end)
    }
    let job = try sample.jobs.job(id)
    #expect(job.state == state)
    #expect(job.finishedAt != nil)
    #expect(job.counts.ended == 2)
    #expect(try sample.findings().isEmpty)
  }
}
