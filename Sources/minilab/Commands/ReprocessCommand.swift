import Files
import Manifest
import Storage
import Workers

/// `minilab reprocess NAME…` and `minilab reprocess --all`
enum ReprocessCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation)
    let question = try Question(invocation)
    let series = try chosen(invocation, library)
    if invocation.isGiven("dry-run") {
      let found = try series.compactMap { try Found($0, question, library) }
      for one in found { one.tell(context.output) }
      context.output.end(count: found.reduce(0) { $0 + $1.stale.count })
      return .done
    }
    let runs = invocation.isGiven("run")
    let lock = try WorkerLock(library, kind: runs ? .run : .submit)
    let jobs = try submit(series, question, lock, invocation, library, context)
    // Silent where there is nothing: cron mails whatever is said.
    guard runs && !jobs.isEmpty else {
      try lock.end()
      return .done
    }
    return try RunCommand.work(on: jobs, lock, lanes: nil, library, context)
  }

  private static func submit(
    _ series: [KnownSeries], _ question: Question, _ lock: WorkerLock, _ invocation: Invocation,
    _ library: Library,
    _ context: Context
  ) throws -> [Int64] {
    // Two that overlap must not both submit what each has found.
    let turn = try library.lock("reprocess.lock")
    return try withExtendedLifetime(turn) {
      let newest = try Jobs(library).recent(ended: 1).map(\.id).max() ?? 0
      return try series.flatMap { series -> [Int64] in
        guard let found = try Found(series, question, library), !found.stale.isEmpty else {
          return []
        }
        let ids = try found.request.submit(library, submitter: lock.id, invocation, context)
        if !invocation.isGiven("run") {
          // Of what was queued before, somebody was told then.
          for id in ids where id > newest { try SteeredJob.tell(id, library, context) }
        }
        return ids
      }
    }
  }

  private static func chosen(
    _ invocation: Invocation, _ library: Library
  ) throws -> [KnownSeries] {
    let all = try Series(library).all()
    if invocation.isGiven("all") { return all }
    return try invocation.words.flatMap { name in
      let named = all.filter { $0.name == name }
      guard !named.isEmpty else {
        throw Failure(
          .noSuchJob, "there is no series named \(name)",
          hint: "a series is named by its manifest; `minilab status` lists the jobs")
      }
      return named
    }
  }
}

/// What counts as out of date.
private struct Question {
  let renewal: Renewal
  let includesFailing: Bool
  /// Microseconds since 1970; nil: whenever.
  let changedSince: Int64?

  init(_ invocation: Invocation) throws {
    renewal =
      invocation.isGiven("renderer")
      ? .otherEngines(
        than: try Engine.name(of: RendererLocation.find()),
        inPlace: invocation.isGiven("in-place"))
      : .nothing
    includesFailing = invocation.isGiven("failed")
    changedSince = try invocation.text("changed-since").map { text in
      guard let time = PointInTime.parse(text, now: Clock.now()) else {
        throw Failure.usage(
          "--changed-since takes \(PointInTime.wording), not \(BytePath(text).displayed)", nil,
          for: invocation.command)
      }
      return time
    }
  }

  /// What failed fails again until somebody mends it, so only on demand.
  func wants(_ reason: Staleness) -> Bool {
    if case .failing = reason { return includesFailing }
    return true
  }

  /// By the time of its bytes and by that of its name, owner or copy: a copy may keep the old one.
  func wants(_ file: BytePath) -> Bool {
    guard let changedSince else { return true }
    guard let status = try? FileStatus.of(file) else { return true }
    return max(status.modified, status.changed) / 1000 >= changedSince
  }
}

/// What of a series is out of date.
private struct Found {
  let series: KnownSeries
  let request: JobRequest
  let stale: [(file: SelectedFile, reason: Staleness)]

  /// - Returns: nil for a series that opts out.
  init?(_ series: KnownSeries, _ question: Question, _ library: Library) throws {
    self.series = series
    let job = try Jobs(library).job(series.newest)
    let manifest = try job.source.parse()
    guard manifest.isReprocessed else { return nil }
    let roots = Roots(library)
    if let root = try roots.containing(job.folder) { try roots.check(root) }
    let files = try Selection.files(
      manifest, job.source, below: job.folder, files: nil, library: library)
    let check = try StalenessCheck(
      job, question.renewal, library, renderer: try RendererLocation.find())
    let root = try roots.root(job.root)
    let prefix = job.folder.relative(to: root.path) ?? ""
    var stale: [(SelectedFile, Staleness)] = []
    for file in files where question.wants(job.folder.appending(file.path)) {
      let asset = try Assets(library).asset(root: root.id, path: prefix.appending(file.path))
      if let reason = check.reason(file, asset), question.wants(reason) {
        stale.append((file, reason))
      }
    }
    if manifest.removesOrphans {
      stale += try Orphans.files(
        ofSeries: series.name, below: job.folder, selected: files, library
      ).map { ($0, .sourceChanged) }
    }
    self.stale = stale
    request = JobRequest(
      source: job.source, manifest: manifest, folder: job.folder, target: job.target,
      selected: stale.map(\.0), isSeries: true,
      renewal: question.renewal)
  }

  func tell(_ output: Output) {
    for (file, reason) in stale {
      output.line("\(series.name): \(file.path)  \(reason.text)")
      var object: JSONObject = ["series": .string(series.name)]
      object.add("asset", path: file.path)
      object.add("reason", .string(reason.text))
      output.json("stale", object)
    }
  }
}
