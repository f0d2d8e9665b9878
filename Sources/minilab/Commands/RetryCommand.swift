import Storage

/// `minilab retry JOB`
enum RetryCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation)
    let jobs = Jobs(library)
    let job = try jobs.job(named: invocation.words.first ?? "")
    let count = try jobs.retry(job.id)
    context.output.line("\(Quantity.count(count, "item")) back in the queue")
    try SteeredJob.tell(job.id, library, context)
    if count > 0 { try SteeredJob.noteMissingWorker(library, context) }
    return .done
  }
}
