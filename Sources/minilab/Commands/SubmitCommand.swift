import Files
import Glibc
import Manifest
import Storage

/// `minilab submit MANIFEST…`
enum SubmitCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let requests = try JobRequest.all(invocation, context)
    if invocation.isGiven("dry-run") {
      return try DryRun.show(requests, invocation, context)
    }
    let library = try context.library(
      invocation, near: requests.map(\.folder), makes: true)
    let lock = try WorkerLock(library, kind: .submit)
    defer { try? lock.end() }
    var jobs: [Int64] = []
    for request in requests {
      let ids = try request.submit(library, submitter: lock.id, invocation, context)
      jobs += ids
      guard let id = ids.last else { continue }
      if ids.count > 1 { context.output.note("job \(ids[0]) goes on") }
      let job = try Jobs(library).job(id)
      if !invocation.isGiven("wait") { context.output.json("job", JobReport.json(job)) }
      context.output.line(
        "job \(id) \(job.name): \(Quantity.count(job.counts[.queued], "photo")) queued")
    }
    context.output.flush()
    return invocation.isGiven("wait") ? try wait(for: jobs, library, context) : .done
  }

  private static func wait(
    for jobs: [Int64], _ library: Library, _ context: Context
  ) throws -> ExitStatus {
    let teller = SessionTeller(library, jobs: jobs, context)
    let catalog = Jobs(library)
    // A paused job does not move until somebody else resumes it.
    while try jobs.contains(where: { id in
      let state = try catalog.job(id).state
      return !state.isEnded && state != .paused
    }) {
      try teller.tell(ended: [])
      usleep(200_000)
    }
    try teller.finish(ended: [])
    let ended = try jobs.map { try catalog.job($0) }
    for job in ended {
      context.output.json("job", JobReport.json(job))
      context.output.line(JobReport.summary(job))
    }
    return JobReport.exitStatus(ended)
  }
}
