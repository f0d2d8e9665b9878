import Files
import Manifest
import Storage

/// Undo, redo and revert as jobs that this process works on.
struct HistoryJobs {
  let kind: JobKind
  let invocation: Invocation
  let context: Context

  /// - Parameter assets: nothing to do for none.
  func run(_ assets: [FoundAsset], _ library: Library) throws -> ExitStatus {
    let (free, busy) = try sorted(assets, library)
    for failure in busy { context.output.report(failure) }
    var submissions: [Submission] = []
    for root in try Roots(library).all() {
      let own = free.filter { $0.root.id == root.id }
      if !own.isEmpty { submissions.append(try submission(own, root)) }
    }
    let lock = try WorkerLock(library, kind: .run)
    let jobs: [Int64]
    do {
      jobs = try submissions.map { try $0.submit(library, submitter: lock.id) }
    } catch {
      try lock.end()
      throw error
    }
    let status = try RunCommand.work(on: jobs, lock, lanes: nil, library, context)
    if busy.isEmpty { return status }
    return jobs.isEmpty || status != .done ? .failed : .someFailed
  }

  /// Those that may begin, and why the others may not: a running item of the photo is not waited for
  /// unless the person says so.
  private func sorted(
    _ assets: [FoundAsset], _ library: Library
  ) throws -> (free: [FoundAsset], busy: [Failure]) {
    var free: [FoundAsset] = []
    var busy: [Failure] = []
    for found in assets {
      let waiting = try Assets(library).waiting(for: found.asset.id)
      if waiting.inWork > 0 && !invocation.isGiven("wait") {
        busy.append(
          Failure(
            .assetBusy, "a job is working on \(found.path)",
            hint: "try again when it is done, or wait for it with --wait"))
        continue
      }
      if waiting.queued > 0 {
        context.output.note(
          "\(found.path): \(Quantity.count(waiting.queued, "item")) stay queued and may edit it again"
        )
      }
      free.append(found)
    }
    return (free, busy)
  }

  private func submission(_ assets: [FoundAsset], _ root: Root) throws -> Submission {
    // Before the queue's own jobs: somebody sits and waits.
    let text = "minilab: 1\nname: \(kind.word)\npriority: 1000000\nedit: []\n"
    let source = JobSource(
      manifest: Array(text.utf8), file: root.path.appending(BytePath(kind.word)), variables: [:])
    return Submission(
      source: source, manifest: try source.parse(), root: root, folder: root.path,
      target: root.path,
      files: assets.map { SelectedFile(path: $0.asset.path, entry: nil, row: [:]) },
      renewal: .nothing, force: invocation.isGiven("force"), isSeries: false, kind: kind)
  }
}
