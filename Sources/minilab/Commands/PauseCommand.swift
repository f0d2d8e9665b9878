import Manifest
import Storage

/// `minilab pause JOB`
enum PauseCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation)
    let jobs = Jobs(library)
    let job = try jobs.job(named: invocation.words.first ?? "")
    guard !job.state.isEnded else {
      throw Failure(.wrongState, "job \(job.id) has ended (\(job.state.rawValue))")
    }
    try jobs.hold(job.id)
    try SteeredJob.tell(job.id, library, context)
    return .done
  }
}
