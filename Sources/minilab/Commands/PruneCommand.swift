import Manifest
import Storage

/// `minilab prune`
enum PruneCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation)
    let days =
      try invocation.integer("days") ?? library.settings().keepJobs ?? Pruning.standardDays
    let isDryRun = invocation.isGiven("dry-run")
    let pruning = Pruning(library)
    let jobs = try pruning.candidates(
      endedBefore: Clock.now() - Int64(days) * 24 * 3600 * 1_000_000
    ).map { try Jobs(library).job($0) }
    if !isDryRun && !jobs.isEmpty {
      try context.confirm(
        "Drop \(Quantity.count(jobs.count, "job")) from \(library.folder)?", invocation)
    }
    var count = 0
    for job in jobs {
      guard try isDryRun || pruning.drop(job.id) else { continue }
      count += 1
      context.output.line(JobReport.summary(job))
      var object = JobReport.json(job)
      object.add("dropped", .bool(!isDryRun))
      context.output.json("job", object)
    }
    let what = Quantity.count(count, "job")
    context.output.line(isDryRun ? "would drop \(what)" : "dropped \(what)")
    context.output.end(count: count)
    return .done
  }
}
