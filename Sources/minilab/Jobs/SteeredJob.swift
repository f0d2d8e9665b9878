import Storage

/// What a person hears after steering a job.
enum SteeredJob {
  static func tell(_ id: Int64, _ library: Library, _ context: Context) throws {
    let job = try Jobs(library).job(id)
    context.output.line(JobReport.summary(job))
    context.output.json("job", JobReport.json(job))
  }

  /// A job that is queued does not move by itself.
  static func noteMissingWorker(_ library: Library, _ context: Context) throws {
    let isWorked = try WorkerRegistry.unended(library).contains {
      $0.kind != "submit" && WorkerRegistry.isAlive($0, library)
    }
    if !isWorked {
      context.output.note("no worker is running: `minilab worker --drain` does what is queued")
    }
  }
}
