import Files
import Manifest

/// Puts blocks into a file that an encoder has just written; of encoders' own blocks nothing is left.
/// AVIF and HEIC get theirs from the encoder.
extension MetadataBlocks {
  func embed(in file: Descriptor, _ rules: MetadataRules, _ format: ImageFormat) throws {
    var edit = MetadataEdit(rules)
    var rewritten: [UInt8]?
    switch format {
    case .jpeg: rewritten = JPEGContainer(try file.readAll())?.rewritten(self, &edit)
    case .png: rewritten = PNGContainer(try file.readAll())?.rewritten(self, &edit)
    case .webp: rewritten = WebPContainer(try file.readAll())?.rewritten(self, &edit)
    case .jxl:
      if kinds.isEmpty { return }
      rewritten = JXLContainer(try file.readAll())?.rewritten(self)
    case .tiff:
      try TIFFFile(file)?.add(self)
      return
    case .gif:
      if let xmp { try GIFFile(file)?.add(xmp: xmp) }
      return
    case .avif, .heic: return
    }
    guard let rewritten else {
      throw Failure(
        .encodeFailed, "the \(format.rawValue) file that was written is damaged", stage: .encode)
    }
    try file.replaceContent(with: rewritten)
  }

  /// Leaves out what does not fit into a file of the format.
  /// - Returns: why, for people.
  mutating func leaveOut(for format: ImageFormat) -> [String] {
    var reasons: [String] = []
    for kind in Kind.allCases where kinds.contains(kind) && !format.blocks.contains(kind) {
      remove(kind)
      reasons.append("\(format.rawValue) files hold no \(kind.name)")
    }
    guard format == .jpeg else { return reasons }
    if let block = exif, block.count > JPEGContainer.largestExif {
      exif = ExifBlock(block).flatMap { block in
        var small = ExifDirectories(block)
        small[ExifTags.makerNote] = nil
        return small.block.flatMap { $0.count > JPEGContainer.largestExif ? nil : $0 }
      }
      reasons.append("the EXIF block is larger than JPEG files can hold")
    }
    if let packet = xmp, packet.count > JPEGContainer.largestXMP {
      remove(.xmp)
      reasons.append("the XMP packet is larger than JPEG files can hold")
    }
    return reasons
  }

  private mutating func remove(_ kind: Kind) {
    switch kind {
    case .exif: exif = nil
    case .xmp: (xmp, extendedXMP) = (nil, nil)
    case .iptc: photoshop = nil
    }
  }
}
