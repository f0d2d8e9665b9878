import Manifest
import Storage

/// `minilab revert ASSET…`, `minilab revert --job JOB`, `minilab revert --all`
enum RevertCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation, near: context.folders(of: invocation))
    let job = try invocation.text("job").map { try revertible($0, library) }
    let assets = try assets(job, invocation, library, context)
    let what = Quantity.count(assets.count, "photo")
    let adopts = invocation.isGiven("adopt")
    let question =
      adopts
      ? "Take the files of \(what) as they stand for new originals?"
      : job.map { "Take back what job \($0.id) \($0.name) did to \(what)?" }
        ?? "Put the originals of \(what) back?"
    try context.confirm(question, invocation)
    let kind: JobKind = adopts ? .adopt : .revert(job: job?.id)
    return try HistoryJobs(kind: kind, invocation: invocation, context: context)
      .run(assets, library)
  }

  private static func revertible(_ name: String, _ library: Library) throws -> Job {
    let job = try Jobs(library).job(named: name)
    guard job.kind == .manifest else {
      throw Failure(
        .wrongState, "job \(job.id) is itself a \(job.kind.word)",
        hint: "`minilab undo` takes it back, photo by photo")
    }
    guard job.state.isEnded else {
      throw Failure(
        .wrongState, "job \(job.id) has not ended (\(job.state.rawValue))",
        hint: "cancel it first, or wait for it")
    }
    return job
  }

  private static func assets(
    _ job: Job?, _ invocation: Invocation, _ library: Library, _ context: Context
  ) throws -> [FoundAsset] {
    let roots = try Roots(library).all()
    func found(_ assets: [Asset]) -> [FoundAsset] {
      assets.compactMap { asset in
        roots.first { $0.id == asset.root }.map { FoundAsset(asset: asset, root: $0) }
      }
    }
    if let job { return found(try Assets(library).assets(of: job.id)) }
    if invocation.isGiven("all") { return found(try Assets(library).edited()) }
    return try context.assets(invocation.operands, library)
  }
}
