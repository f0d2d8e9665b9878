import Files
import Glibc
import Manifest
import Storage

/// `minilab worker`
enum WorkerCommand {
  /// Seconds from the first request to stop until what is under way is given back.
  static let standardDrainTimeout = 60

  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation)
    let drain = invocation.isGiven("drain")
    let service = WorkerService(
      library, manager: ServiceManager.taken(from: context),
      metrics: invocation.path("metrics").map {
        MetricsFile(path: $0.resolved(from: context.folder))
      },
      drainTimeout: invocation.integer("drain-timeout") ?? standardDrainTimeout,
      tidies: !drain, context.output)
    let lock = try WorkerLock(library, kind: .worker)
    // Cron mails whatever is said.
    if !drain { context.output.note("working on \(library.folder)") }
    let session = JobSession(
      library, lock: lock, jobs: nil, lanes: invocation.integer("lanes"), context)
    let signal = try session.run(endsWhenDone: drain, service: service)
    return signal == SIGINT ? .interrupted : .done
  }
}
