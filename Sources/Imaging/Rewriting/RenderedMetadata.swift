import Files
import Manifest

/// What of a source's metadata a file with pixels of its own gets.
extension MetadataEdit {
  /// - Parameters:
  ///   - size: the pixels of the file.
  ///   - isSRGB: its colours were brought into that space.
  mutating func applyToRendered(
    _ blocks: MetadataBlocks, size: Size, isSRGB: Bool
  ) throws(Failure) -> MetadataBlocks {
    var source = blocks
    source.exif = nil
    var edited = try apply(to: source)
    edited.exif = renderedExif(blocks.exif, size, isSRGB: isSRGB)
    edited.xmp = edited.xmp.map { XMPPacket.resettingOrientation($0) ?? $0 }
    if rules.isStrict { edited.xmp = edited.xmp.map(XMPPacket.compacted) }
    return edited
  }

  private mutating func renderedExif(
    _ bytes: [UInt8]?, _ size: Size, isSRGB: Bool
  ) -> [UInt8]? {
    var block = bytes.flatMap { ExifBlock($0) }
    if bytes != nil && block == nil { lose("an EXIF block that cannot be read") }
    // A maker note that stays needs its place.
    let hasNote = block?.has(ExifTags.makerNote) == true && rules.keeps(ExifTags.makerNote)
    if !hasNote { block = block?.laidOut }
    do {
      try rendered(&block, size, isSRGB: isSRGB)
    } catch {
      // Laid out anew no two values share bytes.
      block = bytes.flatMap { ExifBlock($0) }?.laidOut
      try? rendered(&block, size, isSRGB: isSRGB)
    }
    return hasNote ? block?.bytes : block?.laidOut?.bytes
  }

  private func rendered(
    _ block: inout ExifBlock?, _ size: Size, isSRGB: Bool
  ) throws(ExifBlock.Overlap) {
    let interoperability = ExifBlock.Tag(.interoperability, 1)
    try block?.remove(
      unless: { rules.keeps($0) && !(isSRGB && $0 == interoperability) }, andTheRest: false)
    if block?.isUseless(formal: true) == true { block = nil }
    if block?.has(ExifTags.width) == true { try block?.set(ExifTags.width, size.width) }
    if block?.has(ExifTags.height) == true { try block?.set(ExifTags.height, size.height) }
    if isSRGB, block?.entries.contains(where: { $0.tag.directory == .exif }) == true {
      try block?.set(ExifTags.colorSpace, short: 1)
    }
    try write(into: &block)
  }
}

extension ExifBlock {
  /// Without its thumbnail, laid out anew without gaps; nil if nothing is left.
  var laidOut: ExifBlock? { ExifDirectories(self).block.flatMap { ExifBlock($0) } }
}

extension MetadataBlocks {
  /// Those of a source.
  /// - Parameter header: as libvips read it.
  init(_ header: Picture, _ file: Descriptor, _ loader: Loader) throws {
    if let tiff = try TIFFFile(file) {
      // libvips 8.14 reads EXIF not at all and IPTC beyond its end.
      self = try tiff.blocks()
      return
    }
    exif = header.blob("exif-data")?.withoutExifHead
    xmp = header.blob("xmp-data")
    let isInParts = header.hasField("iptc-data") || xmp?.contains("HasExtendedXMP") == true
    let own: MetadataBlocks? =
      switch loader.format {
      // libvips reads one segment of those that make one block.
      case "jpeg" where isInParts: JPEGContainer(try file.readAll())?.blocks
      // It reads no XMP of the one and nothing of the other.
      case "heif": HEIFContainer(try file.readAll())?.blocks
      case "jxl": JXLContainer(try file.readAll())?.blocks
      default: nil
      }
    (exif, xmp) = (own?.exif ?? exif, own?.xmp ?? xmp)
    (extendedXMP, photoshop) = (own?.extendedXMP, own?.photoshop)
  }
}
