import Manifest

/// A WebP file as its chunks. Source: RFC 9649, section 2.
struct WebPContainer {
  private let bytes: [UInt8]
  private var chunks: [Chunk] = []
  let end: Int

  private static let picture: Set = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]
  private static let exifFlag: UInt8 = 0x08
  private static let xmpFlag: UInt8 = 0x04
  private static let alphaFlag: UInt8 = 0x10

  /// nil if it is no whole WebP file.
  init?(_ bytes: [UInt8]) {
    guard bytes.hasPrefix("RIFF"), bytes.dropFirst(8).hasPrefix("WEBP"),
      let length = bytes.number(4, at: 4, littleEndian: true), length >= 4,
      let whole = bytes.range(0, length + 8)
    else { return nil }
    self.bytes = bytes
    // An odd file may lack its last byte of padding.
    end = min(whole.upperBound + length % 2, bytes.count)
    var place = 12
    while place < whole.upperBound {
      guard place + 8 <= whole.upperBound,
        let length = bytes.number(4, at: place + 4, littleEndian: true),
        let data = bytes.range(place + 8, length), data.upperBound <= whole.upperBound
      else { return nil }
      let next = min(data.upperBound + length % 2, end)
      chunks.append(
        Chunk(
          name: String(decoding: bytes[place..<place + 4], as: UTF8.self), range: place..<next,
          data: data))
      place = next
    }
    guard chunks.contains(where: { $0.name.hasPrefix("VP8") }) else { return nil }
  }

  var blocks: MetadataBlocks {
    MetadataBlocks(
      exif: chunks.first { $0.name == "EXIF" }.map { Array(bytes[$0.data]).withoutExifHead },
      xmp: chunks.first { $0.name == "XMP " }.map { Array(bytes[$0.data]) })
  }

  /// - Parameter blocks: the edited ones; those that are as before stay byte for byte.
  func rewritten(_ edited: MetadataBlocks, _ edit: inout MetadataEdit) -> [UInt8] {
    let blocks = self.blocks
    var body: [UInt8] = []
    var hasExif = false
    var hasXMP = false
    for chunk in chunks {
      switch chunk.name {
      case "VP8X": body += header(chunk, edited)
      case "EXIF":
        if hasExif { continue }
        hasExif = true
        body += replaced(chunk, blocks.exif, edited.exif)
      case "XMP ":
        if hasXMP { continue }
        hasXMP = true
        body += replaced(chunk, blocks.xmp, edited.xmp)
      case let name where Self.picture.contains(name) || !edit.rules.removesAnything:
        body += bytes[chunk.range]
      default: edit.lose("a chunk \(chunk.name) that is not known here")
      }
    }
    let isPlain = !chunks.contains { $0.name == "VP8X" }
    if isPlain && !edited.kinds.isEmpty { body = plainHeader(edited) + body }
    if !hasExif, let exif = edited.exif { body += Self.chunk("EXIF", exif) }
    if !hasXMP, let xmp = edited.xmp { body += Self.chunk("XMP ", xmp) }
    return Array("RIFF".utf8) + [UInt8](body.count + 4, 4, littleEndian: true)
      + Array("WEBP".utf8) + body
  }

  private func replaced(_ chunk: Chunk, _ old: [UInt8]?, _ new: [UInt8]?) -> [UInt8] {
    if old == new { return Array(bytes[chunk.range]) }
    return new.map { Self.chunk(chunk.name, $0) } ?? []
  }

  /// The header says which blocks there are.
  private func header(_ chunk: Chunk, _ edited: MetadataBlocks) -> [UInt8] {
    var header = Array(bytes[chunk.range])
    guard header.count > 8 else { return header }
    header[8] = header[8] & ~(Self.exifFlag | Self.xmpFlag) | Self.flags(edited)
    return header
  }

  private static func flags(_ blocks: MetadataBlocks) -> UInt8 {
    (blocks.exif != nil ? exifFlag : 0) | (blocks.xmp != nil ? xmpFlag : 0)
  }

  /// For a file that had none, being a picture and nothing else.
  private func plainHeader(_ edited: MetadataBlocks) -> [UInt8] {
    guard let picture = chunks.first(where: { $0.name == "VP8 " || $0.name == "VP8L" }) else {
      return []
    }
    let start = picture.data.lowerBound
    var flags = Self.flags(edited)
    var width = 1
    var height = 1
    func number(_ width: Int, _ place: Int) -> Int {
      bytes.number(width, at: start + place, littleEndian: true) ?? 0
    }
    if picture.name == "VP8 " {
      (width, height) = (number(2, 6) & 0x3fff, number(2, 8) & 0x3fff)
    } else {
      let bits = number(4, 1)
      (width, height) = (bits & 0x3fff + 1, bits >> 14 & 0x3fff + 1)
      if bits >> 28 & 1 == 1 { flags |= Self.alphaFlag }
    }
    return Self.chunk(
      "VP8X",
      [flags, 0, 0, 0] + [UInt8](width - 1, 3, littleEndian: true)
        + [UInt8](height - 1, 3, littleEndian: true))
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [UInt8](data.count, 4, littleEndian: true) + data
      + (data.count.isMultiple(of: 2) ? [] : [0])
  }
}
