public import Files
public import Manifest

/// What an item is about to do at one path.
public struct StagedFile: Sendable {
  public enum Kind: String, Sendable {
    /// One of our outputs comes there.
    case rendition
    /// The edited result takes the asset's own place.
    case inPlace = "in-place"
    /// The asset's original comes back to its place.
    case original
    /// Another program's file comes back.
    case restored
    /// What is there goes, and nothing comes.
    case removed
  }

  public let ordinal: Int
  public let kind: Kind
  /// Absolute.
  public let path: BytePath
  /// The folder that it must stay beneath.
  public let base: BytePath
  /// The bytes that come there; nil: none.
  public let digest: Digest?
  public let size: Int64
  /// What the path holds now and must still hold then; nil for nothing.
  public let expected: Digest?
  /// Whether that goes into the store before it leaves.
  public let keepsExpected: Bool
  /// How a file of ours is made; nil for what is not ours.
  public let rendering: Rendering?
  public let lineage: Lineage

  public init(
    ordinal: Int, kind: Kind, path: BytePath, base: BytePath, digest: Digest?, size: Int64,
    expected: Digest?, keepsExpected: Bool, rendering: Rendering?, lineage: Lineage
  ) {
    self.ordinal = ordinal
    self.kind = kind
    self.path = path
    self.base = base
    self.digest = digest
    self.size = size
    self.expected = expected
    self.keepsExpected = keepsExpected
    self.rendering = rendering
    self.lineage = lineage
  }
}

/// How a file of ours was made, so that it can be made again.
public struct Rendering: Sendable {
  /// What the manifest planned: the path, unless another program's file had it.
  public let planned: BytePath
  /// Hash of all that decides its pixels and bytes.
  public let key: Digest
  public let settings: OutputSettings
  public let width: Int
  public let height: Int
  public let decodeScale: Double
  public let shows: Shown
  /// What made it, as "libvips 8.14.1"; nil: nobody wrote it down.
  public let engine: String?

  /// The adjustment that a file shows.
  public enum Shown: Sendable, Hashable {
    /// The one that the item itself records.
    case recordedNow
    case adjustment(Int64)
    case original
  }

  public init(
    planned: BytePath, key: Digest, settings: OutputSettings, width: Int, height: Int,
    decodeScale: Double, shows: Shown, engine: String?
  ) {
    self.planned = planned
    self.key = key
    self.settings = settings
    self.width = width
    self.height = height
    self.decodeScale = decodeScale
    self.shows = shows
    self.engine = engine
  }
}

/// Whose a file is, through all undoing and redoing.
public enum Lineage: Sendable {
  /// The item's own; beneath it lies what is there now.
  case new(series: Int64?)
  /// That of an earlier record, which comes back.
  case again(FileRecord)
}
