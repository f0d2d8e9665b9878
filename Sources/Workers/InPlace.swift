import Files
import Manifest
import RenderProtocol
import Storage

/// Whether and how an asset's own file is to be replaced by its edited result.
struct InPlace {
  let output: InPlaceOutput
  let plan: JobPlan
  let source: Source
  let editing: Editing

  /// Equal keys, equal files, whatever the file's own format says.
  var key: Digest {
    .of(
      JSON.text(
        Key(
          pipeline: RenderingVersion.current, base: editing.base.hex, recipe: editing.recipe,
          output: output)))
  }

  private struct Key: Encodable {
    let pipeline: Int
    let base: String
    let recipe: Recipe
    let output: InPlaceOutput
  }

  /// What later jobs have made of the file is theirs: only a head that the file does not show, or
  /// other settings or another engine than those of the series that wrote it, make it due.
  var isDue: Bool {
    if editing.adjustment != nil { return true }
    guard case .adjustment(let head) = editing.shows else { return false }
    guard let live = source.inPlace, live.adjustment == head else { return true }
    if source.isDiverged || plan.job.renewal == .everything { return true }
    return live.series == plan.job.series
      && (live.key != key || plan.job.renewal.covers(live))
  }

  /// Metadata that one series takes away stays away when another edits again.
  var metadata: MetadataPolicy {
    MetadataPolicy.strictest(of: editing.recipe.sections.compactMap(\.metadata))
  }

  /// Without an operation on pixels only metadata changes. Where the format does not allow that, the
  /// manifest may agree to encode the pixels again.
  func keepsPicture(_ settings: OutputSettings) -> Bool {
    let canKeep = settings.metadata == .keep || settings.format.holdsMetadataApart
    return editing.recipe.operations.isEmpty && (canKeep || !output.reencode)
  }

  /// - Parameter header: of the asset's own file, whose format stays.
  /// - Throws: ENCODE_FAILED for a format that cannot be written.
  func settings(_ header: SourceHeader) throws -> OutputSettings {
    guard let format = header.imageFormat else {
      throw Failure(
        .encodeFailed, "a file of the format \(header.format) cannot be edited in place",
        hint: "write the result to a path of its own", stage: .encode)
    }
    var settings = output.settings(
      format: format, subsampling: header.subsampling, isLossless: header.isLossless)
    settings.metadata = metadata
    return settings
  }
}

extension ImageFormat {
  /// Whether metadata can be rewritten without touching the compressed picture.
  fileprivate var holdsMetadataApart: Bool { self == .jpeg || self == .png || self == .webp }
}
