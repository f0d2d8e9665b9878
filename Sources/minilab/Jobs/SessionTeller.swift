import Dispatch
import Files
import Manifest
import Storage

/// Tells on the terminal, in a log or in JSON lines how a session goes. Used by one thread.
final class SessionTeller {
  private let library: Library
  /// nil: a service, which tells of whatever ends.
  private let jobs: [Int64]?
  private let context: Context
  private let view: ProgressView
  private let start = DispatchTime.now().uptimeNanoseconds
  private var snapshot = ProgressSnapshot()
  private var reports: [Int64: ItemReport] = [:]
  private var told: Set<Int64> = []

  init(_ library: Library, jobs: [Int64]?, _ context: Context) {
    self.library = library
    self.jobs = jobs
    self.context = context
    view = ProgressView(output: context.output, terminal: context.terminal)
  }

  func tell(ended items: [Int64]) throws {
    for item in items { try tell(item) }
    if !items.isEmpty { context.output.flush() }
    guard let jobs else { return }
    try measure(jobs)
    view.update(snapshot)
  }

  func finish(ended items: [Int64]) throws {
    for item in items { try tell(item) }
    if let jobs {
      try measure(jobs)
      try tellOthers(jobs)
    }
    view.finish(snapshot)
  }

  private func tell(_ id: Int64) throws {
    guard let item = try Items(library).item(id) else { return }
    try tell(item)
  }

  private func tell(_ item: Item) throws {
    // One that goes back to the queue has not ended.
    guard item.state != .queued, told.insert(item.id).inserted else { return }
    if context.output.isJSON {
      context.output.json("item", try report(item.job).json(item))
    }
    guard let failure = item.failure, item.state == .failed || item.state == .quarantined else {
      return
    }
    if context.output.isJournal {
      let fields = Journal.fields([
        "job": "\(item.job)", "asset": item.path.displayed, "code": failure.code.rawValue,
      ])
      context.output.message(
        ProgressView.line(item.path, failure, colour: false) + fields + "\n", .warning)
    } else {
      view.failed(item.path, failure)
    }
  }

  /// Items that another worker did.
  private func tellOthers(_ jobs: [Int64]) throws {
    guard context.output.isJSON else { return }
    for job in jobs {
      var next = 0
      while true {
        let page = try Items(library).items(of: job, from: next)
        for (_, item) in page where ![.running, .publishing].contains(item.state) {
          try tell(item)
        }
        guard let last = page.last else { break }
        next = last.position + 1
      }
    }
  }

  private func report(_ job: Int64) throws -> ItemReport {
    if let report = reports[job] { return report }
    let report = ItemReport(try Jobs(library).job(job), library)
    reports[job] = report
    return report
  }

  private func measure(_ jobs: [Int64]) throws {
    let catalog = Jobs(library)
    let counts = try jobs.map { try catalog.job($0).counts }
    func sum(_ states: ItemState...) -> Int {
      counts.reduce(0) { total, counts in states.reduce(total) { $0 + counts[$1] } }
    }
    snapshot.total = counts.reduce(0) { $0 + $1.total }
    snapshot.succeeded = sum(.succeeded)
    snapshot.skipped = sum(.skipped)
    snapshot.failed = sum(.failed, .quarantined)
    snapshot.cancelled = sum(.cancelled)
    snapshot.running = sum(.running, .publishing)
    snapshot.elapsed = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    snapshot.history.record(done: snapshot.done, elapsed: snapshot.elapsed)
  }
}
