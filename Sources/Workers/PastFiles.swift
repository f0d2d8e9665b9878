import Files
import Glibc
import Manifest
import Storage

/// What past leases of items may have left beside their outputs' places. It is found from what was
/// planned, never by looking around: another file may have any name.
struct PastFiles {
  private let library: Library

  init(_ library: Library) { self.library = library }

  /// Takes away all that these leases have under their names, and makes that durable.
  func drop(_ leases: Range<Int64>, of item: Int64, _ plan: ItemPlan) throws {
    for (folder, ordinal) in try places(plan) {
      for lease in leases {
        try Renaming.drop(name(item, lease, ordinal), in: folder)
      }
      try folder.descriptor.sync()
    }
  }

  /// An item past the point of no return, its temporaries renamed to our own lease's name, from the
  /// oldest lease to the newest; those from before that point are dropped.
  func adopt(_ outputs: [StagedFile], of item: RescuedItem) throws -> PublishedItem {
    let files = try outputs.map { staged in
      // A folder that somebody took away is made again: what it held is then seen to be gone, which
      // ends the item. Otherwise it would end every worker that tries.
      let folder = try Folder.making(staged.path.parent, beneath: staged.base)
      let temporary = name(item.id, item.lease, staged.ordinal)
      let renaming = Renaming(folder: folder, place: staged.path.name, temporary: temporary)
      for lease in 1..<max(item.lease, 1) {
        let past = name(item.id, lease, staged.ordinal)
        if lease < item.publishLease {
          try Renaming.drop(past, in: folder)
        } else {
          try renaming.adopt(past)
        }
      }
      try renaming.settle()
      return OutputFile(
        staged: staged, folder: folder, name: staged.path.name, temporary: temporary,
        written: nil)
    }
    return PublishedItem(id: item.id, lease: item.lease, files: files)
  }

  private func name(_ item: Int64, _ lease: Int64, _ ordinal: Int) -> BytePath {
    TemporaryName.of(library: library.id, item: item, lease: lease, ordinal: ordinal)
  }

  private typealias Place = (folder: Folder, ordinal: Int)

  /// Where the item's files would go; folders that are not there hold nothing of ours.
  private func places(_ plan: ItemPlan) throws -> [Place] {
    let job = try Jobs(library).job(plan.job)
    let root = try Roots(library).root(job.root)
    // Of a disk that is not there nobody can tell.
    try Roots(library).check(root)
    if job.kind != .manifest { return try remembered(plan.asset) }
    let manifest = try JobPlan.parsed(job.source, row: plan.row)
    let path = JobPlan.relativePath(of: plan.asset, root: root, job: job)
    var places = try manifest.plannedOutputs(for: path, names: plan.names).compactMap { output in
      try folder(output.path.parent, beneath: job.target).map { Place($0, output.ordinal) }
    }
    if manifest.inPlace != nil,
      let folder = try folder(plan.asset.path.parent, beneath: root.path)
    {
      places.append((folder, manifest.pathOutputCount))
    }
    return places
  }

  /// Where undo, redo and revert may put files: wherever the asset's files ever came.
  private func remembered(_ asset: Asset) throws -> [Place] {
    let records = try FileRecords(library).inEffect(asset: asset.id)
    var folders: [BytePath: Folder] = [:]
    for record in records where folders[record.path.parent] == nil {
      folders[record.path.parent] = try folder(
        record.path.parent.relative(to: record.base) ?? "", beneath: record.base)
    }
    return folders.values.flatMap { folder in records.indices.map { Place(folder, $0) } }
  }

  /// - Returns: nil if it is not there.
  private func folder(
    _ path: BytePath, beneath base: BytePath
  ) throws(SystemError) -> Folder? {
    do {
      return try Folder(base).folder(path)
    } catch  where [ENOENT, ENOTDIR, ELOOP, EXDEV].contains(error.number) {
      return nil
    }
  }
}
