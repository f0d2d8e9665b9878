import Files
import Manifest
import Storage

/// Takes away what a series wrote for an asset that left its selection.
struct OrphanWork {
  let context: WorkContext

  func run() throws -> WorkOutcome {
    let (item, plan, library) = (context.item, context.plan, context.library)
    let renditions = try Renditions(library).live(asset: item.asset.id)
      .filter { $0.kind == .rendition && $0.series == plan.job.series }
    var files: [OutputFile] = []
    for (ordinal, rendition) in renditions.enumerated() {
      let writer = TemporaryWriter(library: library, item: item)
      let expected = try Ownership.expected(of: rendition, library, force: plan.job.force)
      let staged = StagedFile(
        ordinal: ordinal, kind: .removed, path: rendition.path, base: rendition.base, digest: nil,
        size: 0, expected: expected?.digest, keepsExpected: expected?.isForeign ?? false,
        rendering: nil, lineage: .new(series: plan.job.series))
      do {
        let folder = try Folder.making(rendition.path.parent, beneath: rendition.base)
        files.append(try writer.write(staged, nil, in: folder))
      } catch let error as SystemError {
        throw ItemFailure(target: error, at: rendition.path)
      }
    }
    if files.isEmpty { return .skipped(SkippedItem()) }
    let publication = Publication(
      item: item.id, lease: item.lease, job: item.job, asset: item.asset.id, source: nil,
      files: files.map(\.staged), head: nil, edit: nil, warnings: [], renderer: "")
    return .publish(
      PreparedItem(
        item: item, publication: publication, files: files, pinned: nil,
        milliseconds: context.stopwatch.milliseconds))
  }
}
