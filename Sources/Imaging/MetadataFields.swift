import Manifest

/// libvips' header fields under a policy.
extension MetadataRules {
  /// May a rendered output take the field over from its source?
  func keeps(field: String) -> Bool {
    if let tag = ExifTags.tag(field: field) { return keeps(tag) }
    switch field {
    case "xmp-data": return !isStrict && !policy.remove.contains(.xmp)
    case "iptc-data", "photoshop-data": return !isStrict && !policy.remove.contains(.iptc)
    default: return !isStrict && !Self.settled.contains(field)
    }
  }

  /// The first field of a finished file that may not be in it.
  func leak(in picture: Picture) -> String? { picture.fieldNames.first { isLeak($0, picture) } }

  private func isLeak(_ field: String, _ picture: Picture) -> Bool {
    if let tag = ExifTags.tag(field: field) {
      // libexif tells of tags that a block must have even where it does not have them.
      return !ExifTags.known.contains(tag) && !keeps(tag)
    }
    switch field {
    case "jpeg-thumbnail-data": return !keepsThumbnails
    case "xmp-data":
      guard let bytes = picture.blob(field) else { return true }
      return XMPPacket(bytes)?.filtered(comments: true, keeps: keeps) != bytes
    case "iptc-data", "photoshop-data":
      return isStrict || PhotoshopResources.holds(picture.blob(field) ?? [], against: self)
    default: return false
    }
  }

  /// What our own pixels decide.
  private static let settled: Set = [
    "icc-profile-data", "orientation", "jpeg-thumbnail-data", "n-pages",
    "page-height", "vips-loader", "vips-sequential", "jpeg-multiscan", "jpeg-chroma-subsample",
    "interlaced", "bits-per-sample", "palette-bit-depth", "heif-bitdepth", "heif-compression",
    "heif-primary", "gif-palette", "loop", "delay", "background", "gif-loop", "gif-delay",
  ]
}
