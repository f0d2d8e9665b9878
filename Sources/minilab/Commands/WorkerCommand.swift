import Glibc
import Manifest
import Storage

/// `minilab worker`
enum WorkerCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation)
    let drain = invocation.isGiven("drain")
    let lock = try WorkerLock(library, kind: .worker)
    context.output.note("working on \(library.folder)")
    let session = JobSession(
      library, lock: lock, jobs: nil, lanes: invocation.integer("lanes"), context)
    let signal = try session.run(endsWhenDone: drain)
    return signal == SIGINT ? .interrupted : .done
  }
}
