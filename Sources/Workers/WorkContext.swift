import Files
import Manifest
import Storage

/// An item whose files lie beside their places and wait to be published.
struct PreparedItem: Sendable {
  let item: ClaimedItem
  let publication: Publication
  let files: [OutputFile]
  /// A rendered result that an edit starts from, to be stored first.
  let pinned: PinnedBase?
  let milliseconds: Int
}

/// How an item's work turned out.
enum WorkOutcome {
  case publish(PreparedItem)
  case skipped(SkippedItem)
}

/// What one item has to work with.
struct WorkContext {
  let item: ClaimedItem
  let plan: JobPlan
  let library: Library
  let renderer: RendererProcess
  let budget: MemoryBudget
  let stopwatch: Stopwatch
  let stages = StageWatch()

  /// The asset's path relative to the job's root, as messages have it.
  var name: BytePath { plan.relativePath(of: item.asset) }

  /// Absolute.
  var path: BytePath { plan.root.path.appending(item.asset.path) }

  func itemRenderer(timeout: Int, progress: @escaping (Int) -> Void) -> ItemRenderer {
    ItemRenderer(
      process: renderer, limits: plan.limits, budget: budget,
      deadline: stopwatch.deadline(milliseconds: timeout), progress: progress,
      attachments: { try Watermarks.files(for: $0, library) })
  }

  /// The item's work as its job says.
  func run(progress: @escaping (Int) -> Void) throws -> WorkOutcome {
    if item.isOrphan { return try OrphanWork(context: self).run() }
    if plan.job.kind != .manifest { return try HistoryWork(context: self).run(progress: progress) }
    return try ManifestWork(context: self).run(progress: progress)
  }
}
