import Files
import Glibc
import Manifest
import Storage

/// What lanes hand on when an item's rendering is over.
enum Finished: Sendable {
  case prepared(PreparedItem)
  case ended(item: ClaimedItem, ItemEnd, milliseconds: Int)
  /// What it wrote cannot be taken away for now.
  case left(ClaimedItem, OutOfReach)

  var item: Int64 {
    switch self {
    case .prepared(let prepared): prepared.publication.item
    case .ended(let item, _, _), .left(let item, _): item.id
    }
  }
}

/// Makes results durable and visible in groups, so that a few syncs and commits serve many items.
/// The order of its steps is what makes a kill at any moment harmless: temporaries and folders
/// synced, TX1, renames, folders synced, TX2, cleaning up.
struct Publisher {
  private let library: Library
  private let pause: EnvironmentPause
  private let leftovers: Leftovers
  private let pulse: Pulse
  private let endAfter: @Sendable (ClaimedItem, any Error) -> ItemEnd
  private let events: @Sendable (PoolEvent) -> Void

  /// - Parameter endAfter: how an item ends that something went wrong with.
  init(
    _ library: Library, _ pause: EnvironmentPause, _ leftovers: Leftovers, _ pulse: Pulse,
    endAfter: @escaping @Sendable (ClaimedItem, any Error) -> ItemEnd,
    events: @escaping @Sendable (PoolEvent) -> Void
  ) {
    self.library = library
    self.pause = pause
    self.leftovers = leftovers
    self.pulse = pulse
    self.endAfter = endAfter
    self.events = events
  }

  /// Publishes a group.
  /// - Throws: what the catalog cannot be written for; what is not recorded then is for a rescuer.
  func publish(_ group: [Finished]) throws {
    try library.whilePublishing {
      var prepared: [PreparedItem] = []
      var ends: [End] = []
      for finished in group {
        switch finished {
        case .prepared(let item): prepared.append(item)
        case .ended(let item, let end, let milliseconds):
          ends.append(End(item: item, end: end, milliseconds: milliseconds))
        case .left(let item, let reason): leftovers.add(item.id, lease: item.lease, reason)
        }
      }
      FaultPoint.written.reached()
      let durable = synced(prepared, &ends)
      FaultPoint.synced.reached()
      let begun = try begin(durable, &ends)
      FaultPoint.begun.reached()
      let allOut = try putOut(begun)
      FaultPoint.allOut.reached()
      let out = try synced(allOut)
      FaultPoint.foldersSynced.reached()
      try end(out, ends)
      FaultPoint.recorded.reached()
      for item in out where item.needsCleaning {
        try unlessOutOfReach(item) { try item.clean(library) }
        pulse.published()
      }
      pulse.published()
    }
  }

  private struct End: Sendable {
    let item: ClaimedItem
    let end: ItemEnd
    let milliseconds: Int
  }

  /// Before the point of no return: what cannot be made durable ends here.
  private func synced(_ prepared: [PreparedItem], _ ends: inout [End]) -> [PreparedItem] {
    var durable: [PreparedItem] = []
    for item in prepared {
      do {
        try Temporaries.sync(item.files)
        for file in item.files { try file.keepExpected(library) }
        if let pinned = item.pinned { _ = try library.objects.store(pinned.file) }
        if case .edit(let adjustment)? = item.publication.head {
          try adjustment.content.keep(in: library)
        }
        durable.append(item)
        pulse.published()
      } catch let error as SystemError {
        let path = item.files.first?.staged.path ?? ""
        drop(item, endAfter(item.item, ItemFailure(target: error, at: path)), &ends)
      } catch {
        drop(item, endAfter(item.item, error), &ends)
      }
    }
    do {
      try Temporaries.syncFolders(durable.flatMap(\.files))
      return durable
    } catch {
      for item in durable {
        let path = item.files.first?.staged.path ?? ""
        drop(item, endAfter(item.item, ItemFailure(target: error, at: path)), &ends)
      }
      return []
    }
  }

  private func begin(_ prepared: [PreparedItem], _ ends: inout [End]) throws -> [PreparedItem] {
    guard !prepared.isEmpty else { return [] }
    let begins = try persistently { connection in
      try prepared.map { item in
        try Publishing.begin(item.publication, milliseconds: item.milliseconds, connection)
      }
    }
    var begun: [PreparedItem] = []
    for (item, begin) in zip(prepared, begins) {
      switch begin {
      case .begun: begun.append(item)
      // Where it fails, who sweeps lost leases tries again.
      case .lost: try? Temporaries.drop(item.files)
      case .cancelled: drop(item, .cancelled, &ends)
      case .refused(let failure): drop(item, .failed(failure), &ends)
      }
    }
    return begun
  }

  /// Its temporaries go first, then its end is recorded.
  private func drop(_ item: PreparedItem, _ end: ItemEnd, _ ends: inout [End]) {
    do {
      try Temporaries.drop(item.files)
      ends.append(End(item: item.item, end: end, milliseconds: item.milliseconds))
    } catch {
      leftovers.add(item.item.id, lease: item.item.lease, error)
    }
  }

  private func putOut(_ begun: [PreparedItem]) throws -> [PublishedItem] {
    try begun.compactMap { prepared in
      let item = PublishedItem(
        id: prepared.publication.item, lease: prepared.publication.lease, files: prepared.files)
      pulse.published()
      return try unlessOutOfReach(item) {
        switch try item.putOut() {
        case .out: return item
        case .refused(let failure):
          if try item.takeBack(failure, library) { events(.ended(item.id)) }
          return nil
        }
      } ?? nil
    }
  }

  /// What is out, durably.
  private func synced(_ out: [PublishedItem]) throws -> [PublishedItem] {
    if (try? Temporaries.syncFolders(out.flatMap(\.files))) != nil { return out }
    // Whose folder it is shows one by one.
    return try out.filter { item in
      try unlessOutOfReach(item) { try Temporaries.syncFolders(item.files) } != nil
    }
  }

  /// Past the point of no return an item whose files are out of reach is left for another try.
  /// - Returns: nil if they are.
  private func unlessOutOfReach<T>(_ item: PublishedItem, _ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch {
      let path = item.files.first?.staged.path ?? ""
      guard let reason = OutOfReach(causeOf: error, at: path) else { throw error }
      leftovers.add(item.id, lease: item.lease, reason)
      return nil
    }
  }

  /// TX2 of all that is out, and the ends of all that came to nothing, in one commit.
  private func end(_ out: [PublishedItem], _ ends: [End]) throws {
    if out.isEmpty && ends.isEmpty { return }
    let files = try out.map { item in try item.published() }
    let recorded = try persistently { connection -> [Int64] in
      var recorded: [Int64] = []
      for (item, files) in zip(out, files)
      where try Publishing.succeed(
        item: item.id, lease: item.lease, files: files, cleaning: item.needsCleaning, connection)
      {
        recorded.append(item.id)
      }
      for end in ends
      where try Queue.end(
        end.item.id, lease: end.item.lease, end.end, milliseconds: end.milliseconds, connection)
      {
        recorded.append(end.item.id)
      }
      return recorded
    }
    for item in recorded { events(.ended(item)) }
  }

  /// Writes again and again while the catalog's disk is full, for as long as there is hope.
  private func persistently<T: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> T
  ) throws -> T {
    var hasWaited = false
    while true {
      do {
        let value = try library.database.write(body)
        if hasWaited { pause.end() }
        return value
      } catch let failure as Failure where EnvironmentPause.isCause(failure) {
        pause.begin(failure)
        hasWaited = true
        if let verdict = pause.verdict { throw verdict }
        pulse.published()
        usleep(500_000)
      }
    }
  }
}
