/// The output that takes the asset's own place. Its format is the photo's, so what depends on the
/// format waits until the photo's header was read.
public struct InPlaceOutput: Sendable, Codable, Hashable {
  public static let defaultQuality = 95

  public var quality: QualityChoice
  public var effort: Int?
  /// nil: as the photo is.
  public var lossless: Bool?
  /// nil: the photo's.
  public var subsampling: Encoding.Subsampling?
  public var metadata: MetadataPolicy
  public var profile: ProfilePolicy
  public var losses: LossPolicy
  public var mtime: FileTime
  /// May pixels be encoded again where only metadata changes?
  public var reencode: Bool

  public init(
    quality: QualityChoice = QualityChoice(), effort: Int? = nil, lossless: Bool? = nil,
    subsampling: Encoding.Subsampling? = nil, metadata: MetadataPolicy = .keep,
    profile: ProfilePolicy = .keep, losses: LossPolicy = .fail, mtime: FileTime = .now,
    reencode: Bool = false
  ) {
    self.quality = quality
    self.effort = effort
    self.lossless = lossless
    self.subsampling = subsampling
    self.metadata = metadata
    self.profile = profile
    self.losses = losses
    self.mtime = mtime
    self.reencode = reencode
  }

  /// What a renderer is asked for.
  /// - Parameters:
  ///   - format: the photo's own.
  ///   - subsampling: the photo's own; nil where it has none or nobody knows.
  ///   - isLossless: whether the photo's coding kept every pixel.
  public func settings(
    format: ImageFormat, subsampling: Encoding.Subsampling?, isLossless: Bool
  ) -> OutputSettings {
    OutputSettings(
      format: format,
      encoding: Encoding(
        quality: format.defaultQuality.map { _ in quality[format] ?? Self.defaultQuality },
        effort: effort, lossless: format.has("lossless") && (lossless ?? isLossless),
        subsampling: format.has("subsampling") ? self.subsampling ?? subsampling ?? .on : .on),
      metadata: metadata, profile: profile, losses: losses)
  }
}

/// `quality` as written: one number, or one for each of some formats.
public struct QualityChoice: Sendable, Codable, Hashable {
  public var all: Int?
  var byFormat: [String: Int]

  public init(all: Int? = nil, byFormat: [ImageFormat: Int] = [:]) {
    self.all = all
    self.byFormat = Dictionary(uniqueKeysWithValues: byFormat.map { ($0.key.rawValue, $0.value) })
  }

  public subscript(format: ImageFormat) -> Int? { byFormat[format.rawValue] ?? all }
}

/// A written file's time of change.
public enum FileTime: String, Sendable, Codable, CaseIterable {
  case now
  /// The photo's own.
  case keep
  /// When the photo was taken; its own where nobody knows.
  case taken
}
