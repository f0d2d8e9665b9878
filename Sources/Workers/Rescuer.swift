import Files
import Glibc
import Manifest
import Storage

/// Takes over what dead workers held: nothing stays running for ever, and no file stays half out.
struct Rescuer {
  private let library: Library
  private let worker: Int64
  private let events: @Sendable (PoolEvent) -> Void

  init(_ library: Library, worker: Int64, events: @escaping @Sendable (PoolEvent) -> Void) {
    self.library = library
    self.worker = worker
    self.events = events
  }

  /// Looks for dead workers and takes all of their items over.
  func rescueAll() throws {
    for other in try WorkerRegistry.unended(library) where other.id != worker {
      guard let dead = try WorkerRegistry.takeLock(of: other, library) else {
        try rescueFromTheLiving(other)
        continue
      }
      try library.whilePublishing {
        for item in try Takeover.items(of: other.id, by: worker, library) {
          do {
            try rescue(item, of: try Jobs(library).job(item.job))
          } catch let error as SystemError {
            // One item's folder is out of reach. It stays ours, and our successor tries again.
            events(
              .leftOver(
                Failure(
                  .outputDenied, "item \(item.id) cannot be taken over: \(error.reason)",
                  hint: "the next worker tries again")))
          }
        }
      }
      try Takeover.removeSubmissions(of: other.id, library)
      try WorkerRegistry.bury(dead, library)
    }
    for folder in PlainFileSystems.takeUntold() { events(.cannotExchange(folder)) }
  }

  /// What leases that expire will do where workers are on many hosts; here only for tests, which
  /// must see that the fences hold against a worker that goes on late.
  private func rescueFromTheLiving(_ other: WorkerRegistry.Worker) throws {
    #if DEBUG
      guard getenv("MINILAB_TAKE_OVER") != nil else { return }
      try library.whilePublishing {
        for item in try Takeover.items(of: other.id, by: worker, unfenced: false, library) {
          try rescue(item, of: try Jobs(library).job(item.job))
        }
      }
    #endif
  }

  private func rescue(_ item: RescuedItem, of job: Job) throws {
    switch item.work {
    case .restart:
      let outputs = try planned(item, of: job)
      for output in outputs {
        for lease in 1..<max(item.lease, 1) { try unlink(output, item: item.id, lease: lease) }
      }
      try sync(outputs)
      try library.database.write {
        _ = try Queue.end(item.id, lease: item.lease, .returned, milliseconds: 0, $0)
      }
    case .resume(let outputs):
      try resume(try adopted(outputs, item, of: job))
    case .undo(let outputs, let failure):
      if try adopted(outputs, item, of: job).finishTakingBack(failure, library) {
        events(.ended(item.id))
      }
    case .clean(let outputs):
      try adopted(outputs, item, of: job).clean(library)
    }
  }

  /// Goes on where the dead worker stopped, whatever that was.
  private func resume(_ item: PublishedItem) throws {
    switch try item.putOut(isFirst: false) {
    case .lost: return
    case .refused(let failure):
      if try item.takeBack(failure, library) { events(.ended(item.id)) }
    case .out:
      try Temporaries.syncFolders(item.files)
      let files = try item.published()
      let (id, lease, needsCleaning) = (item.id, item.lease, item.needsCleaning)
      let isOurs = try library.database.write {
        try Publishing.succeed(
          item: id, lease: lease, files: files, cleaning: needsCleaning, $0)
      }
      guard isOurs else { return }
      events(.ended(id))
      if needsCleaning { try item.clean(library) }
    }
  }

  // MARK: Files of past leases

  private struct Place {
    let folder: Folder
    let ordinal: Int
  }

  /// Where the item's files would go; those whose folder is not there hold nothing of ours.
  private func planned(_ item: RescuedItem, of job: Job) throws -> [Place] {
    guard let root = try? Roots(library).root(job.root) else { return [] }
    if job.kind != .manifest { return try remembered(item, root) }
    guard let manifest = try? JobPlan.parsed(job.source, row: item.row) else { return [] }
    let path = JobPlan.relativePath(of: item.asset, root: root, job: job)
    var places = manifest.plannedOutputs(for: path, names: item.names).compactMap { output in
      let folder = try? Folder(job.target).folder(output.path.parent)
      return folder.map { Place(folder: $0, ordinal: output.ordinal) }
    }
    if manifest.inPlace != nil, let folder = try? Folder(root.path).folder(item.asset.path.parent) {
      places.append(Place(folder: folder, ordinal: manifest.pathOutputCount))
    }
    return places
  }

  /// Where undo, redo and revert may put files: wherever the asset's files ever came.
  private func remembered(_ item: RescuedItem, _ root: Root) throws -> [Place] {
    let records = try FileRecords(library).inEffect(asset: item.asset.id)
    var folders: [BytePath: Folder] = [:]
    for record in records where folders[record.path.parent] == nil {
      guard let base = try? Folder(record.base) else { continue }
      folders[record.path.parent] = try? base.folder(
        record.path.parent.relative(to: record.base) ?? "")
    }
    return folders.values.flatMap { folder in
      records.indices.map { Place(folder: folder, ordinal: $0) }
    }
  }

  private func unlink(_ place: Place, item: Int64, lease: Int64) throws {
    try Renaming.drop(
      TemporaryName.of(library: library.id, item: item, lease: lease, ordinal: place.ordinal),
      in: place.folder)
  }

  private func sync(_ places: [Place]) throws {
    for place in places { try place.folder.descriptor.sync() }
  }

  /// Renames the temporaries to our own lease's name, from the oldest lease to the newest; those
  /// from before the point of no return are dropped.
  private func adopted(
    _ outputs: [StagedFile], _ item: RescuedItem, of job: Job
  ) throws -> PublishedItem {
    let files = try outputs.map { staged in
      // A folder that somebody took away is made again: what it held is then seen to be gone, which
      // ends the item. Otherwise it would end every worker that tries.
      let folder = try Folder.making(staged.path.parent, beneath: staged.base)
      let place = Place(folder: folder, ordinal: staged.ordinal)
      let temporary = name(place, item, lease: item.lease)
      let renaming = Renaming(folder: folder, place: staged.path.name, temporary: temporary)
      for lease in 1..<max(item.lease, 1) {
        if lease < item.publishLease {
          try unlink(place, item: item.id, lease: lease)
        } else {
          try renaming.adopt(name(place, item, lease: lease))
        }
      }
      try renaming.settle()
      return OutputFile(
        staged: staged, folder: folder, name: staged.path.name, temporary: temporary,
        written: nil)
    }
    return PublishedItem(id: item.id, lease: item.lease, files: files)
  }

  private func name(_ place: Place, _ item: RescuedItem, lease: Int64) -> BytePath {
    TemporaryName.of(library: library.id, item: item.id, lease: lease, ordinal: place.ordinal)
  }
}
