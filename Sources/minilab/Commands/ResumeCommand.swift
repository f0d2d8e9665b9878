import Storage

/// `minilab resume JOB`
enum ResumeCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation)
    let jobs = Jobs(library)
    let job = try jobs.job(named: invocation.words.first ?? "")
    try jobs.resume(job.id)
    try SteeredJob.tell(job.id, library, context)
    try SteeredJob.noteMissingWorker(library, context)
    return .done
  }
}
