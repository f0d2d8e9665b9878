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
    try jobs.cancel(job.id)
    let now = try jobs.job(job.id)
    context.output.line(JobReport.summary(now))
    context.output.json("job", JobReport.json(now))
    return .done
  }

  private static func cancelAssets(
    _ invocation: Invocation, _ context: Context
  ) throws -> ExitStatus {
    let paths = invocation.operands.map { Folder.real($0.resolved(from: context.folder)) }
    let library = try context.library(invocation, near: paths.map(\.parent))
    let roots = Roots(library)
    for path in paths {
      guard let root = try roots.containing(path), let relative = path.relative(to: root.path),
        let asset = try Assets(library).asset(root: root.id, path: relative)
      else {
        throw Failure(.noSuchAsset, "the library knows no photo \(path)")
      }
      let count = try Jobs(library).cancelQueued(asset: asset.id)
      context.output.line("\(path): \(Quantity.count(count, "item")) cancelled")
      var object = JSONObject()
      object.add("path", path: path)
      object.add("cancelled", .integer(count))
      context.output.json("cancelled", object)
    }
    return .done
  }
}
