import Files
import Manifest

/// The source on its way to the edited picture.
struct SourceDraft {
  let file: Descriptor
  let info: SourceInfo
  /// Chosen for all outputs together: 1 or what the decoder divides both sides by.
  let shrink: Int
  /// An output wants all frames.
  let isAnimated: Bool
  let progress: ProgressMeter

  /// Settled, all of them.
  var edits: [any PictureEdit] = []
  /// The copy that outputs measure, as edited; nil where none does.
  var measuring: Measuring?
  var frames = Frames(pictures: [], fullSize: Size(1, 1), decodeScale: 1)
  var profile = ProfilePolicy.srgb
  /// The profile that outputs must embed, because the pixels are still in its space.
  var keptProfile: [UInt8]?
  /// Several outputs: what is shared is evaluated once.
  var isShared = false
  var warnings: [Warning] = []
}

/// An output on its way to its file.
struct OutputDraft {
  let settings: OutputSettings
  let file: Descriptor
  /// The upright source, for its header fields.
  let origin: Picture
  /// The source's metadata.
  let source: MetadataBlocks
  let keptProfile: [UInt8]?
  let edited: ScaledPictures
  let attachments: Attachments
  /// The edit left it the colours of a palette.
  let hasPalette: Bool
  var measuring: Measuring?
  var frames: Frames
  var warnings: [Warning]
  /// What the encoder gets: all frames below each other.
  var strip: Picture?
  /// The metadata that the file gets.
  var blocks = MetadataBlocks()

  mutating func warn(_ code: WarningCode, _ message: String) {
    if !warnings.contains(where: { $0.code == code }) { warnings.append(Warning(code, message)) }
  }
}
