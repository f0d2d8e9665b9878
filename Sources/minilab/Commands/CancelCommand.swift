import Files
import Manifest
import Storage

/// `minilab cancel JOB`, `minilab cancel --asset PATH…`
enum CancelCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    if invocation.isGiven("asset") { return try cancelAssets(invocation, context) }
    let library = try context.library(invocation)
    let jobs = Jobs(library)
    let job = try jobs.job(named: invocation.words.first ?? "")
    guard !job.state.isEnded else {
      throw Failure(
        .tooLate, "job \(job.id) has ended (\(job.state.rawValue))",
        hint: "what it wrote stays as it is")
    }
    if (try? job.source.parse())?.confirmsCancel == true {
      try context.confirm("Cancel what is left of job \(job.id) \(job.name)?", invocation)
    }
    try jobs.cancel(job.id)
    try SteeredJob.tell(job.id, library, context)
    return .done
  }

  private static func cancelAssets(
    _ invocation: Invocation, _ context: Context
  ) throws -> ExitStatus {
    let library = try context.library(invocation, near: context.folders(of: invocation))
    var tooLate = 0
    for found in try context.assets(invocation.operands, library) {
      let path = found.path
      let cancelled = try Jobs(library).cancel(asset: found.asset.id)
      tooLate += cancelled.tooLate
      let stopping = cancelled.running > 0 ? ", \(cancelled.running) being stopped" : ""
      context.output.line(
        "\(path): \(Quantity.count(cancelled.queued, "item")) cancelled\(stopping)")
      var object = JSONObject()
      object.add("path", path: path)
      object.add("cancelled", .integer(cancelled.queued))
      object.add("stopping", .integer(cancelled.running))
      context.output.json("cancelled", object)
    }
    guard tooLate == 0 else {
      throw Failure(
        .tooLate, "\(Quantity.count(tooLate, "item")) had begun to put files out",
        hint: "those are finished; what they wrote stays")
    }
    return .done
  }
}
