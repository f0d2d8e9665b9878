import Files
import Manifest

/// What libvips does not tell of a source's coding, from the file's own first bytes.
struct SourceDetails {
  /// The format that we would write it in again; nil if we write none such.
  let imageFormat: ImageFormat?
  /// nil where colours have no resolution of their own, or nobody knows.
  let subsampling: Encoding.Subsampling?
  let isLossless: Bool
  /// Per channel.
  let bits: Int
  /// The file has a palette.
  let isIndexed: Bool
  let hasGainMap: Bool

  /// As far as headers go in files that are not made to deceive.
  private static let length = 256 << 10

  init(_ file: Descriptor, _ format: String, _ header: Picture) throws {
    let start = try file.read(Self.length, at: 0)
    let isAV1 = header.text("heif-compression") == "av1"
    imageFormat = format == "heif" ? (isAV1 ? .avif : .heic) : ImageFormat(rawValue: format)
    subsampling = Self.subsampling(start, header)
    isLossless =
      ["png", "gif"].contains(format) || format == "webp" && Self.isLosslessWebP(start)
    bits = Self.bits(start, format, header)
    isIndexed = header.hasField("palette-bit-depth")
    hasGainMap =
      header.blob("xmp-data").map(XMPPacket.claimsGainMap) ?? false
      || Self.gainMapMarks.contains(where: start.contains)
      || Array(start.prefix(64)).contains("tmap")
  }

  /// Of Ultra HDR, ISO 21496-1 and Apple's HEIC; AVIF has a brand among its first bytes.
  private static let gainMapMarks = [
    "http://ns.adobe.com/hdr-gain-map/", "urn:iso:std:iso:ts:21496:-1",
    "urn:com:apple:photo:2020:aux:hdrgainmap",
  ]

  private static func subsampling(
    _ start: [UInt8], _ header: Picture
  ) -> Encoding.Subsampling? {
    if let text = header.text("jpeg-chroma-subsample") {
      // Between the two that are written, the one that loses nothing.
      return ["4:2:0", "4:1:1", "4:1:0"].contains(text) ? .on : .off
    }
    // AV1 in ISO media 2.3.3: one bit per direction, after four bytes of name and two of others.
    if let place = start.place(of: Array("av1C".utf8)), let flags = start.number(1, at: place + 6) {
      return flags >> 2 & 3 == 3 ? .on : .off
    }
    // ISO/IEC 14496-15, 8.3.3.1: the chroma format in the low bits of byte 16.
    if let place = start.place(of: Array("hvcC".utf8)),
      let format = start.number(1, at: place + 20)
    {
      return format & 3 == 1 ? .on : .off
    }
    return nil
  }

  private static func isLosslessWebP(_ start: [UInt8]) -> Bool {
    var place = 12
    while let length = start.number(4, at: place + 4, littleEndian: true) {
      if start[place...].hasPrefix("VP8L") { return true }
      if start[place...].hasPrefix("VP8 ") { return false }
      // Frames hold chunks of their own behind sixteen bytes.
      place += start[place...].hasPrefix("ANMF") ? 24 : 8 + length + length % 2
    }
    return false
  }

  private static func bits(_ start: [UInt8], _ format: String, _ header: Picture) -> Int {
    if let bits = header.integer("heif-bitdepth") ?? header.integer("bits-per-sample") {
      return bits
    }
    if format == "png", let bits = start.number(1, at: 24) { return bits }
    if let bits = header.integer("palette-bit-depth") { return bits }
    return header.is16Bit ? 16 : 8
  }
}
