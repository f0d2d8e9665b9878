import Files
import Manifest
import TestSupport
import Testing

@testable import Storage

/// Anything that may happen to a queue, in any order: whatever it is, the catalog agrees with itself.
@Suite struct QueuePropertyTests {
  /// What workers hold, as a plain model keeps it.
  private struct Held {
    var running: [ClaimedItem] = []
    var publishing: [ClaimedItem] = []
    /// Leases that were lost or ended: nothing may be done with them.
    var stale: [ClaimedItem] = []
  }

  @Test("Counters equal a recount after any sequence of operations", arguments: 1...6)
  func counters(seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let sample = try SampleLibrary()
    let files = (0..<6).map { BytePath("\($0).jpg") }
    var held = Held()
    var jobs: [Int64] = []
    for step in 0..<150 {
      switch Int.random(in: 0..<12, using: &numbers) {
      case 0 where jobs.count < 8:
        let count = Int.random(in: 0...files.count, using: &numbers)
        let chosen = Array(files.shuffled(using: &numbers).prefix(count))
        jobs.append(try sample.submit(chosen, priority: Int.random(in: 0...2, using: &numbers)))
      case 0...3:
        held.running += try sample.claim(Int.random(in: 1...3, using: &numbers))
      case 4, 5:
        guard let item = held.running.popLast() else { continue }
        #expect(try sample.end(item, end(&numbers)))
        held.stale.append(item)
      case 6, 7:
        guard let item = held.running.popLast() else { continue }
        try begin(item, &numbers, &held, sample)
      case 8:
        guard let item = held.publishing.popLast() else { continue }
        try finish(item, &numbers, sample)
        held.stale.append(item)
      case 9:
        guard let job = jobs.randomElement(using: &numbers) else { continue }
        try steer(job, &numbers, sample)
      case 10:
        for item in held.stale {
          #expect(try sample.end(item, .failed(.sample)) == false)
          #expect(try sample.succeed(item) == false)
        }
      default:
        try takeOver(&held, sample)
      }
      try check(sample, held, "seed \(seed), step \(step)")
    }
    try drain(sample, &held, jobs)
  }

  private func end(_ numbers: inout SeededNumbers) -> ItemEnd {
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0: .skipped(SkippedItem())
    case 1: .failed(.sample)
    case 2: .quarantined(.sample)
    case 3: .returned
    case 4: .retried(.sample, dueAt: 0, Bool.random(using: &numbers) ? .crash : .error)
    default: .cancelled
    }
  }

  /// Few paths, so that they often collide.
  private func begin(
    _ item: ClaimedItem, _ numbers: inout SeededNumbers, _ held: inout Held,
    _ sample: SampleLibrary
  ) throws {
    let path = BytePath("\(Int.random(in: 0..<8, using: &numbers)).png")
    let publication = try sample.publication(
      of: item, [sample.output(path, content: "\(item.id) \(item.lease)")])
    switch try sample.begin(publication) {
    case .begun: held.publishing.append(item)
    case .cancelled:
      #expect(try sample.end(item, .cancelled))
      held.stale.append(item)
    case .refused(let failure):
      #expect(failure.code == .outputConflict)
      #expect(try sample.end(item, .failed(failure)))
      held.stale.append(item)
    case .lost: Issue.record("the lease of item \(item.id) was lost")
    }
  }

  private func finish(
    _ item: ClaimedItem, _ numbers: inout SeededNumbers, _ sample: SampleLibrary
  ) throws {
    if Bool.random(using: &numbers) {
      #expect(try sample.succeed(item))
      return
    }
    let isUndone = try sample.library.database.write { connection in
      let isRefused = try Publishing.refuse(item: item.id, lease: item.lease, .sample, connection)
      return isRefused
        ? try Publishing.fail(item: item.id, lease: item.lease, .sample, connection) : false
    }
    #expect(isUndone)
  }

  private func steer(
    _ job: Int64, _ numbers: inout SeededNumbers, _ sample: SampleLibrary
  ) throws {
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0: try sample.jobs.cancel(job)
    case 1: _ = try sample.jobs.cancel(asset: Int64.random(in: 1...6, using: &numbers))
    case 2, 3: try sample.jobs.hold(job)
    default:
      do {
        try sample.jobs.resume(job)
      } catch let failure as Failure {
        #expect(failure.code == .wrongState)
      }
    }
  }

  /// All that is held passes to the same worker under new leases, as if it had died.
  private func takeOver(_ held: inout Held, _ sample: SampleLibrary) throws {
    let leases = Dictionary(
      uniqueKeysWithValues: try Takeover.items(
        of: sample.worker, isDead: true, by: sample.worker, sample.library
      ).map { ($0.id, $0.lease) })
    held.stale += held.running + held.publishing
    func renewed(_ item: ClaimedItem) -> ClaimedItem? {
      guard let lease = leases[item.id] else { return nil }
      #expect(lease == item.lease + 1)
      return ClaimedItem(
        id: item.id, job: item.job, lease: lease, asset: item.asset, entry: nil, row: [:],
        names: ItemNames(), errors: 0, crashes: 0, isOrphan: false)
    }
    held.running = held.running.compactMap(renewed)
    held.publishing = held.publishing.compactMap(renewed)
    #expect(leases.count == held.running.count + held.publishing.count)
  }

  private func check(_ sample: SampleLibrary, _ held: Held, _ comment: Comment) throws {
    try #require(try sample.findings().filter { !$0.hasSuffix("is missing") } == [], comment)
    let assets = (held.running + held.publishing).map(\.asset.id)
    try #require(Set(assets).count == assets.count, comment)
    try #require(
      try sample.integer(
        "SELECT count(*) FROM items WHERE state IN ('running', 'publishing')") == assets.count,
      comment)
    try #require(
      try sample.integer(
        """
        SELECT count(*) FROM jobs WHERE (finished_at IS NULL)
          = (items_queued + items_running + items_publishing = 0)
        """) == 0, comment)
  }

  /// Whatever has happened, all jobs come to an end.
  private func drain(_ sample: SampleLibrary, _ held: inout Held, _ jobs: [Int64]) throws {
    for item in held.publishing { #expect(try sample.succeed(item)) }
    for job in jobs { try? sample.jobs.resume(job) }
    var items = held.running
    repeat {
      for item in items { #expect(try sample.end(item, .skipped(SkippedItem()))) }
      items = try sample.claim()
    } while !items.isEmpty
    for job in try jobs.map(sample.jobs.job) {
      #expect(job.state == job.counts.endState)
      #expect(job.finishedAt != nil)
    }
    try check(sample, Held(), "drained")
  }
}
