/// The output that takes an asset's own place, in the format that the file has.
public struct InPlaceOutput: Sendable, Codable, Hashable {
  /// 1…100; nil: 95.
  public var quality: Int?
  /// 0 (fastest) … 9 (smallest); nil: by format.
  public var effort: Int?
  public var lossless: Bool
  /// nil: the source's.
  public var subsampling: Encoding.Subsampling?
  public var metadata: MetadataPolicy
  public var profile: ProfilePolicy

  public init(
    quality: Int? = nil, effort: Int? = nil, lossless: Bool = false,
    subsampling: Encoding.Subsampling? = nil, metadata: MetadataPolicy = .keep,
    profile: ProfilePolicy = .keep
  ) {
    self.quality = quality
    self.effort = effort
    self.lossless = lossless
    self.subsampling = subsampling
    self.metadata = metadata
    self.profile = profile
  }

  /// What a renderer is asked for.
  public func settings(_ format: ImageFormat, metadata: MetadataPolicy) -> OutputSettings {
    OutputSettings(
      format: format,
      encoding: Encoding(
        quality: format.defaultQuality == nil ? nil : quality ?? 95, effort: effort,
        lossless: lossless, subsampling: subsampling ?? .on),
      metadata: metadata, profile: profile)
  }
}
