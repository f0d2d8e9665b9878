public import Files

/// One file that a job will write for an asset, known before anything is rendered.
public struct PlannedOutput: Sendable, Hashable {
  /// Counts the files of an item from 0 in the manifest's order.
  public let ordinal: Int
  /// Relative to the job's `to`.
  public let path: BytePath
  public let settings: OutputSettings
  public let onConflict: Output.OnConflict
  public let from: Output.Start
  public let mtime: FileTime
}

extension JobManifest {
  /// The files for an asset.
  /// - Parameters:
  ///   - asset: its path relative to the job's root.
  ///   - names: as far as they are known.
  public func plannedOutputs(
    for asset: BytePath, names: ItemNames = ItemNames()
  ) -> [PlannedOutput] {
    var planned: [PlannedOutput] = []
    for output in outputs {
      for settings in output.variants {
        planned.append(
          PlannedOutput(
            ordinal: planned.count,
            path: output.path.path(asset: asset, settings: settings, names: names),
            settings: settings, onConflict: output.onConflict, from: output.from,
            mtime: output.mtime))
      }
    }
    return planned
  }

  /// Whether some file gets the time when its photo was taken.
  public var usesTimeTaken: Bool {
    outputs.contains { $0.mtime == .taken } || inPlace?.mtime == .taken
  }

  /// How many files it plans for every asset, in place aside.
  public var pathOutputCount: Int { outputs.reduce(0) { $0 + $1.variants.count } }

  /// The asset's edit in this job: its entry's own, then the manifest's; nil if neither has one.
  public func edit(entry: Int?) -> [Operation]? {
    let own = entry.flatMap { select.indices.contains($0) ? select[$0].edit : nil }
    if own == nil { return edit }
    return (own ?? []) + (edit ?? [])
  }
}
