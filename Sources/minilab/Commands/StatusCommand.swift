import Files
import Glibc
import Manifest
import Storage

/// `minilab status [JOB]`
enum StatusCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation)
    let job = try invocation.words.first.map { try Jobs(library).job(named: $0) }
    if invocation.isGiven("watch") { try watch(job, library, context) }
    if let job {
      try show(try Jobs(library).job(job.id), invocation, library, context)
    } else if invocation.isGiven("failed") {
      var count = 0
      for job in try Jobs(library).recent() {
        count += try showItems(of: job, onlyBad: true, library, context)
      }
      context.output.end(count: count)
    } else {
      try showAll(library, context)
    }
    guard invocation.isGiven("check") else { return .done }
    let checked = try job.map { [try Jobs(library).job($0.id)] } ?? Jobs(library).recent()
    return JobReport.exitStatus(checked.filter(\.state.isEnded))
  }

  private static func showAll(_ library: Library, _ context: Context) throws {
    let jobs = try Jobs(library).recent()
    var table = TextTable(">JOB", "NAME", "STATE", ">DONE", ">FAILED", ">TIME")
    for job in jobs {
      context.output.json("job", JobReport.json(job))
      table.add(
        "\(job.id)", BytePath(job.name).displayed, job.state.rawValue,
        "\(job.counts.ended)/\(job.counts.total)",
        "\(job.counts[.failed] + job.counts[.quarantined])",
        JobReport.seconds(job).map { Quantity.duration(seconds: $0) } ?? "")
    }
    context.output.text((table.lines + [""]).joined(separator: "\n"))
    if jobs.isEmpty { context.output.line("no jobs yet: `minilab run MANIFEST` does one") }
    var count = jobs.count
    for worker in try WorkerRegistry.unended(library) {
      try WorkerReport(worker, library).tell(context.output)
      count += 1
    }
    if jobs.contains(where: { !$0.state.isEnded && $0.state != .paused }) {
      try SteeredJob.noteMissingWorker(library, context)
    }
    context.output.end(count: count)
  }

  private static func show(
    _ job: Job, _ invocation: Invocation, _ library: Library, _ context: Context
  ) throws {
    context.output.line(JobReport.summary(job))
    context.output.json("job", JobReport.json(job))
    let count = try showItems(
      of: job, onlyBad: invocation.isGiven("failed"), library, context)
    context.output.end(count: count + 1)
  }

  private static func showItems(
    of job: Job, onlyBad: Bool, _ library: Library, _ context: Context
  ) throws -> Int {
    let report = ItemReport(job, library)
    var next = 0
    var count = 0
    while true {
      let page = try Items(library).items(of: job.id, from: next, onlyBad: onlyBad)
      for (_, item) in page {
        if context.output.isJSON { context.output.json("item", try report.json(item)) }
        if let failure = item.failure, item.state == .failed || item.state == .quarantined {
          context.output.line(ProgressView.line(item.path, failure, colour: false))
          if let hint = failure.hint { context.output.line("    \(BytePath(hint).displayed)") }
        } else {
          context.output.line("\(Columns.padded(item.state.rawValue, 11)) \(item.path)")
        }
      }
      count += page.count
      guard let last = page.last else { return count }
      next = last.position + 1
    }
  }

  /// Shows progress until the job, or everything, has ended.
  private static func watch(_ job: Job?, _ library: Library, _ context: Context) throws {
    let catalog = Jobs(library)
    let jobs = try job.map { [$0.id] } ?? catalog.recent(ended: 0).map(\.id)
    guard !jobs.isEmpty else { return }
    let teller = SessionTeller(library, jobs: jobs, context)
    while try jobs.contains(where: { id in
      let state = try catalog.job(id).state
      return !state.isEnded && state != .paused
    }) {
      try teller.tell(ended: [])
      usleep(200_000)
    }
    try teller.finish(ended: [])
  }
}
