import Files
import Glibc
import Manifest
import Storage
import Synchronization

/// `minilab run MANIFEST…`
enum RunCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let requests = try JobRequest.all(invocation, context)
    if invocation.isGiven("dry-run") {
      return try DryRun.show(requests, invocation, context)
    }
    return try work(requests, lanes: invocation.integer("lanes"), invocation, context)
  }

  /// Submits and works until the jobs are done.
  static func work(
    _ requests: [JobRequest], lanes: Int?, _ invocation: Invocation, _ context: Context
  ) throws -> ExitStatus {
    let library = try context.library(
      invocation, near: requests.map(\.folder), makes: true)
    let lock = try WorkerLock(library, kind: .run)
    let jobs: [Int64]
    do {
      jobs = try requests.flatMap {
        try $0.submit(library, submitter: lock.id, invocation, context)
      }
    } catch {
      try lock.end()
      throw error
    }
    return try work(on: jobs, lock, lanes: lanes, library, context)
  }

  /// Works on submitted jobs until they are done.
  static func work(
    on jobs: [Int64], _ lock: WorkerLock, lanes: Int?, _ library: Library, _ context: Context
  ) throws -> ExitStatus {
    let session = JobSession(library, lock: lock, jobs: jobs, lanes: lanes, context)
    let signal = try session.run(endsWhenDone: true) {
      for job in jobs { try? Jobs(library).hold(job, byInterrupt: true) }
    }
    return try tell(jobs, signal, library, context)
  }

  private static func tell(
    _ jobs: [Int64], _ signal: Int32?, _ library: Library, _ context: Context
  ) throws -> ExitStatus {
    let ended = try jobs.map { try Jobs(library).job($0) }
    for job in ended {
      context.output.json("job", JobReport.json(job))
      context.output.line(JobReport.summary(job))
      if !job.state.isEnded {
        context.output.note(
          """
          go on:   the same command again, or minilab resume \(job.id) and a worker
          give up: minilab cancel \(job.id)
          """)
      }
    }
    switch signal {
    case SIGINT?: return .interrupted
    case SIGTERM?: return .terminated
    default: return JobReport.exitStatus(ended)
    }
  }
}
