import Files
import Glibc
import Manifest
import Storage

/// Takes over what dead workers held: nothing stays running for ever, and no file stays half out.
struct Rescuer {
  private let library: Library
  private let worker: Int64
  private let files: PastFiles
  private let leftovers: Leftovers
  private let events: @Sendable (PoolEvent) -> Void

  init(
    _ library: Library, worker: Int64, _ leftovers: Leftovers,
    events: @escaping @Sendable (PoolEvent) -> Void
  ) {
    self.library = library
    self.worker = worker
    files = PastFiles(library)
    self.leftovers = leftovers
    self.events = events
  }

  /// Looks for dead workers, takes all of their items over and sweeps up after them.
  func rescueAll() throws {
    for other in try WorkerRegistry.unended(library) where other.id != worker {
      guard let dead = try WorkerRegistry.takeLock(of: other, library) else {
        try rescueFromTheLiving(other)
        continue
      }
      try rescue(from: other, isDead: true)
      try Takeover.removeSubmissions(of: other.id, library)
      try WorkerRegistry.bury(dead, library)
    }
    try retryLeftovers()
    try sweep()
    for folder in PlainFileSystems.takeUntold() { events(.cannotExchange(folder)) }
  }

  /// What leases that expire will do where workers are on many hosts; here only for tests, which
  /// must see that the fences hold against a worker that goes on late.
  private func rescueFromTheLiving(_ other: WorkerRegistry.Worker) throws {
    #if DEBUG
      if getenv("MINILAB_TAKE_OVER") != nil { try rescue(from: other, isDead: false) }
    #endif
  }

  private func rescue(from other: WorkerRegistry.Worker, isDead: Bool) throws {
    try library.whilePublishing {
      for item in try Takeover.items(of: other.id, isDead: isDead, by: worker, library) {
        try attempt(item)
      }
    }
  }

  /// Goes on with what could not be finished before.
  private func retryLeftovers() throws {
    for (id, lease) in leftovers.all {
      try library.whilePublishing {
        guard let item = try Takeover.item(id, library), item.lease == lease, item.isInWork else {
          return leftovers.remove(id)
        }
        try attempt(item)
      }
    }
  }

  /// Finishes an item; if its files are out of reach, it stays ours.
  private func attempt(_ item: RescuedItem) throws {
    do {
      try rescue(item)
      leftovers.remove(item.id)
    } catch {
      let path = item.plan.asset.path
      guard let reason = OutOfReach(causeOf: error, at: BytePath("the outputs of \(path)")) else {
        throw error
      }
      leftovers.add(item.id, lease: item.lease, reason)
    }
  }

  /// Takes away what workers wrote after they had lost a lease and before they noticed.
  private func sweep() throws {
    for lost in try Takeover.sweepable(library) {
      do {
        try files.drop(lost.lease..<lost.lease + 1, of: lost.item, lost.plan)
        try Takeover.forget(lost, library)
      } catch  where OutOfReach(causeOf: error, at: lost.plan.asset.path) != nil {
        // Another time.
      }
    }
  }

  private func rescue(_ item: RescuedItem) throws {
    switch item.work {
    case .restart:
      // Its own lease's too: it may be ours, left over.
      try files.drop(1..<item.lease + 1, of: item.id, item.plan)
      try library.database.write {
        _ = try Queue.end(item.id, lease: item.lease, .returned, milliseconds: 0, $0)
      }
    case .resume(let outputs):
      try resume(try files.adopt(outputs, of: item))
    case .undo(let outputs, let failure):
      if try files.adopt(outputs, of: item).finishTakingBack(failure, library) {
        events(.ended(item.id))
      }
    case .clean(let outputs):
      try files.adopt(outputs, of: item).clean(library)
    }
  }

  /// Goes on where the dead worker stopped, whatever that was.
  private func resume(_ item: PublishedItem) throws {
    switch try item.putOut() {
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
}
