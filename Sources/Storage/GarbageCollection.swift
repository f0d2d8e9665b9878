public import Files

/// Dropping what nothing needs from the object store, beside publishers at work.
public struct GarbageCollection: Sendable {
  public struct Dropped: Sendable {
    /// Relative to the object store.
    public let name: BytePath
    public let size: Int64
  }

  private let library: Library

  public init(_ library: Library) { self.library = library }

  /// Drops objects that no row refers to, and copies that were never finished. One shelf at a time
  /// under the lock that publishers share, so that none of them waits long.
  /// - Parameters:
  ///   - dryRun: only tell.
  ///   - goesOn: asked before every shelf.
  public func run(
    dryRun: Bool, while goesOn: () -> Bool = { true }
  ) throws -> [Dropped] {
    var dropped = try library.whileCollecting {
      try library.objects.unfinished().map { try drop($0, dryRun) }
    }
    for shelf in try library.objects.shelves() where goesOn() {
      dropped += try library.whileCollecting {
        // Asked under the lock: nobody stores anything now that is not yet referred to.
        let digests = try library.objects.digests(on: shelf)
        let needed = try ObjectReferences.needed(digests, library.database)
        return
          try digests
          .filter { !needed.contains($0) }
          .map { try drop(library.objects.path($0), dryRun) }
      }
    }
    return dropped
  }

  private func drop(_ name: BytePath, _ dryRun: Bool) throws -> Dropped {
    let size = try library.objects.size(of: name)
    if !dryRun { try library.objects.remove(name) }
    return Dropped(name: name, size: size)
  }
}
