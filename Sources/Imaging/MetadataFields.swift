import Manifest

/// libvips' header fields under a policy.
extension MetadataRules {
  /// May a rendered output take the field over from its source? Whole blocks have a way of their own.
  func keeps(field: String) -> Bool {
    if let keyword = Self.keyword(field) { return keeps(text: keyword) }
    return !isStrict && !field.hasPrefix("exif-") && !Self.settled.contains(field)
  }

  /// Of a PNG file's text; libvips numbers them as it finds them.
  private static func keyword(_ field: String) -> String? {
    guard field.hasPrefix("png-comment-") else { return nil }
    return field.split(separator: "-", maxSplits: 3).last.map { String($0) }
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
    case "xmp-data": return picture.blob(field).map { isLeak(xmp: $0) } ?? true
    default: return Self.keyword(field).map { !keeps(text: $0) } ?? false
    }
  }

  func isLeak(xmp packet: [UInt8]) -> Bool {
    XMPPacket(packet)?.filtered(comments: !isStrict, keeps: keeps) != packet
  }

  /// - Parameter resources: Photoshop's, IPTC among them.
  func isLeak(photoshop resources: [UInt8]) -> Bool {
    PhotoshopResources(resources)?.edited(self) != resources
  }

  /// What our own pixels decide, and blocks.
  private static let settled: Set = [
    "icc-profile-data", "xmp-data", "iptc-data", "photoshop-data", "image-description",
    "orientation", "jpeg-thumbnail-data", "n-pages",
    "page-height", "vips-loader", "vips-sequential", "jpeg-multiscan", "jpeg-chroma-subsample",
    "interlaced", "bits-per-sample", "palette-bit-depth", "heif-bitdepth", "heif-compression",
    "heif-primary", "gif-palette", "loop", "delay", "background", "gif-loop", "gif-delay",
  ]
}
