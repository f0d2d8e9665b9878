import Manifest

/// A JPEG file as its segments. What lies in them is copied as it is unless it is metadata.
/// Source: ITU-T T.81, annex B; XMP specification part 3, section 1.1.3; CIPA DC-007 (MPF).
struct JPEGContainer {
  private struct Segment {
    enum Kind: Equatable {
      case exif, exifRest, xmp, extendedXMP, photoshop, multiPicture
      /// Needed to show the picture.
      case picture
      case jfif, jfifThumbnail
      case comment
      /// A segment for programs that nobody here knows, by its marker.
      case foreign(UInt8)
    }

    let kind: Kind
    /// With marker and length.
    let range: Range<Int>
    let payload: Range<Int>
  }

  private let bytes: [UInt8]
  private var segments: [Segment] = []
  /// From the first byte to behind the end marker.
  private let range: Range<Int>

  private static let exif = Array("Exif\0\0".utf8)
  private static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let extendedXMP = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  private static let photoshop = Array("Photoshop 3.0\0".utf8)
  private static let multiPicture = Array("MPF\0".utf8)
  private static let largest = 65533
  /// What fits into one segment, behind the block's mark.
  static let largestExif = largest - exif.count
  static let largestXMP = largest - xmp.count

  var end: Int { range.upperBound }

  /// nil if no whole JPEG picture starts there.
  init?(_ bytes: [UInt8], from start: Int = 0) {
    guard bytes.number(2, at: start) == 0xffd8 else { return nil }
    self.bytes = bytes
    var place = start + 2
    while true {
      guard bytes.number(1, at: place) == 0xff else { return nil }
      while bytes.number(1, at: place + 1) == 0xff { place += 1 }
      guard let marker = bytes.number(1, at: place + 1) else { return nil }
      if marker == 0xd9 { break }
      if (0xd0...0xd7).contains(marker) || marker == 0x01 {
        place += 2
        continue
      }
      guard marker != 0, marker != 0xd8, let length = bytes.number(2, at: place + 2), length >= 2,
        let payload = bytes.range(place + 4, length - 2)
      else { return nil }
      segments.append(
        Segment(
          kind: Self.kind(UInt8(marker), bytes[payload], after: segments.last?.kind),
          range: place..<payload.upperBound, payload: payload))
      place = payload.upperBound
      if marker == 0xda {
        guard let next = Self.endOfScan(bytes, place) else { return nil }
        place = next
      }
    }
    range = start..<place + 2
  }

  /// The first marker behind the coded data.
  private static func endOfScan(_ bytes: [UInt8], _ start: Int) -> Int? {
    var place = start
    while let found = bytes.place(of: 0xff, from: place), let next = bytes.number(1, at: found + 1)
    {
      if next != 0 && next != 0xff && !(0xd0...0xd7).contains(next) { return found }
      place = next == 0xff ? found + 1 : found + 2
    }
    return nil
  }

  private static func kind(
    _ marker: UInt8, _ payload: ArraySlice<UInt8>, after previous: Segment.Kind?
  ) -> Segment.Kind {
    switch marker {
    case 0xe0 where payload.hasPrefix("JFIF\0"): return .jfif
    case 0xe0 where payload.hasPrefix("JFXX\0"): return .jfifThumbnail
    case 0xe1 where payload.hasPrefix("Exif\0"):
      let block = payload.dropFirst(exif.count)
      let isFirst = block.hasPrefix("II*\0") || block.starts(with: [0x4d, 0x4d, 0, 0x2a])
      return isFirst || previous != .exif && previous != .exifRest ? .exif : .exifRest
    case 0xe1 where payload.starts(with: xmp): return .xmp
    case 0xe1 where payload.starts(with: extendedXMP): return .extendedXMP
    case 0xe2 where payload.hasPrefix("ICC_PROFILE\0"): return .picture
    // How a gain map is applied, ISO 21496-1.
    case 0xe2 where payload.hasPrefix("urn:iso:std:iso:ts:21496:-1\0"): return .picture
    case 0xe2 where payload.starts(with: multiPicture): return .multiPicture
    case 0xed where payload.starts(with: photoshop): return .photoshop
    case 0xee where payload.hasPrefix("Adobe"): return .picture
    case 0xe0...0xef: return .foreign(marker)
    case 0xfe: return .comment
    default: return .picture
    }
  }

  // MARK: Blocks

  var blocks: MetadataBlocks {
    MetadataBlocks(
      exif: exifBlock, xmp: payloads(.xmp).first.map { Array($0.dropFirst(Self.xmp.count)) },
      extendedXMP: extendedPacket, photoshop: joined(.photoshop, without: Self.photoshop))
  }

  private func payloads(_ kind: Segment.Kind) -> [ArraySlice<UInt8>] {
    segments.filter { $0.kind == kind }.map { bytes[$0.payload] }
  }

  private func joined(_ kind: Segment.Kind, without head: [UInt8]) -> [UInt8]? {
    let parts = payloads(kind)
    return parts.isEmpty ? nil : parts.flatMap { $0.dropFirst(head.count) }
  }

  private var exifBlock: [UInt8]? {
    guard let first = payloads(.exif).first else { return nil }
    return Array(first.dropFirst(Self.exif.count))
      + (joined(.exifRest, without: Self.exif) ?? [])
  }

  /// Put together from its parts, each with a name, the whole length and its own place; nil if
  /// there is none or a part is missing.
  private var extendedPacket: [UInt8]? {
    let head = Self.extendedXMP.count
    let parts = payloads(.extendedXMP).map { Array($0.dropFirst(head)) }
    guard let first = parts.first, let length = first.number(4, at: 32), length <= bytes.count
    else { return nil }
    var whole: [UInt8] = []
    let own = parts.filter { $0.starts(with: first[..<32]) && $0.count > 40 }
    for part in own.sorted(by: { $0.number(4, at: 36)! < $1.number(4, at: 36)! }) {
      guard part.number(4, at: 36) == whole.count else { return nil }
      whole += part[40...]
    }
    return whole.count == length ? whole : nil
  }

  // MARK: Writing

  /// The picture with other metadata.
  /// - Parameter blocks: the edited ones; those that are as before stay byte for byte.
  func rewritten(_ edited: MetadataBlocks, _ edit: inout MetadataEdit) -> [UInt8] {
    let blocks = self.blocks
    var written: Set<Int> = []
    var output = Array(bytes[range.lowerBound..<range.lowerBound + 2])
    var place = range.lowerBound + 2
    var multiPicture: (old: Int, new: Int)?

    /// Writes a changed block once, where the first of its segments stood.
    func replace(_ slot: Int, _ isSame: Bool, _ segment: Segment, with new: [[UInt8]]) {
      if isSame {
        output += bytes[segment.range]
      } else if written.insert(slot).inserted {
        output += new.flatMap { $0 }
      }
    }
    let exifSegments = Self.segments(0xe1, Self.exif, edited.exif)
    let xmpSegments = Self.segments(0xe1, Self.xmp, edited.xmp)
    let extensionSegments = Self.extensionSegments(edited.extendedXMP)
    let photoshopSegments = Self.segments(0xed, Self.photoshop, edited.photoshop)
    /// Blocks that the file had none of.
    func add(_ isNew: Bool, _ new: [[UInt8]]) { if isNew { output += new.flatMap { $0 } } }
    // Behind JFIF's own segment, which wants to be the first, and the others behind EXIF.
    let exifIndex = segments.firstIndex { $0.kind != .jfif }
    let otherIndex = segments.firstIndex { ![.jfif, .exif, .exifRest].contains($0.kind) }
    for (index, segment) in segments.enumerated() {
      output += bytes[place..<segment.range.lowerBound]
      if index == exifIndex { add(blocks.exif == nil, exifSegments) }
      if index == otherIndex {
        add(blocks.xmp == nil, xmpSegments)
        add(blocks.extendedXMP == nil, extensionSegments)
        add(blocks.photoshop == nil, photoshopSegments)
      }
      place = segment.range.upperBound
      switch segment.kind {
      case .picture: output += bytes[segment.range]
      case .exif, .exifRest:
        replace(0, edited.exif == blocks.exif, segment, with: exifSegments)
      case .xmp:
        replace(1, edited.xmp == blocks.xmp, segment, with: xmpSegments)
      case .extendedXMP:
        let isSame = edited.extendedXMP == blocks.extendedXMP
        if isSame && blocks.extendedXMP == nil && edit.rules.removesAnything {
          edit.lose("an extended XMP packet that is not whole")
          continue
        }
        replace(2, isSame, segment, with: extensionSegments)
      case .photoshop:
        replace(3, edited.photoshop == blocks.photoshop, segment, with: photoshopSegments)
      case .multiPicture:
        multiPicture = (segment.payload.lowerBound, output.count + 4)
        output += bytes[segment.range]
      case .jfif: output += jfif(segment, edit.rules)
      case .jfifThumbnail: if edit.rules.keepsThumbnails { output += bytes[segment.range] }
      case .comment: if edit.rules.keepsComments { output += bytes[segment.range] }
      case .foreign(let marker):
        if edit.rules.removesAnything {
          edit.lose("a segment APP\(marker - 0xe0) that is not known here")
        } else {
          output += bytes[segment.range]
        }
      }
    }
    output += bytes[place..<range.upperBound]
    if let multiPicture {
      MultiPictureIndex(bytes, multiPicture.old + Self.multiPicture.count)?
        .move(in: &output, to: multiPicture.new + Self.multiPicture.count, from: range)
    }
    return output
  }

  /// JFIF's segment, without its thumbnail if that must go.
  private func jfif(_ segment: Segment, _ rules: MetadataRules) -> [UInt8] {
    guard segment.payload.count > 14, !rules.keepsThumbnails else {
      return Array(bytes[segment.range])
    }
    return [0xff, 0xe0, 0, 16] + bytes[segment.payload].prefix(12) + [0, 0]
  }

  /// A block in as many segments as it needs.
  private static func segments(_ marker: UInt8, _ head: [UInt8], _ block: [UInt8]?) -> [[UInt8]] {
    guard let block else { return [] }
    let room = largest - head.count
    return stride(from: 0, to: max(1, block.count), by: room).map { start in
      let part = block[start..<min(start + room, block.count)]
      return [0xff, marker] + [UInt8](head.count + part.count + 2, 2) + head + part
    }
  }

  private static func extensionSegments(_ block: [UInt8]?) -> [[UInt8]] {
    guard let block else { return [] }
    let room = largest - extendedXMP.count - 40
    return stride(from: 0, to: block.count, by: room).flatMap { start in
      let part = Array(block[start..<min(start + room, block.count)])
      let head =
        extendedXMP + block.extensionName + [UInt8](block.count, 4) + [UInt8](start, 4)
      return segments(0xe1, head, part)
    }
  }
}
