import Manifest
import Storage

/// `minilab resume JOB`
enum ResumeCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation)
    let jobs = Jobs(library)
    let job = try jobs.job(named: invocation.words.first ?? "")
    try jobs.resume(job.id)
    let now = try jobs.job(job.id)
    context.output.line(JobReport.summary(now))
    context.output.json("job", JobReport.json(now))
    let worked = try WorkerRegistry.unended(library).contains {
      $0.kind == "worker" && WorkerRegistry.isAlive($0, library)
    }
    if !worked {
      context.output.note("no worker is running: `minilab worker --drain` does what is queued")
    }
    return .done
  }
}
