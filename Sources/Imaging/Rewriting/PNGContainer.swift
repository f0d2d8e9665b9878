import CVips
import Manifest

/// A PNG file as its chunks. Source: Portable Network Graphics, third edition, section 11.
struct PNGContainer {
  private let bytes: [UInt8]
  private var chunks: [Chunk] = []
  let end: Int

  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  private static let xmpKeyword = "XML:com.adobe.xmp"
  /// Not compressed, in no language.
  private static let xmpHead = Array(xmpKeyword.utf8) + [0, 0, 0, 0, 0]
  /// What makes the picture, its colours and its movement.
  private static let picture: Set = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "mDCv",
    "cLLI", "cLLi", "sBIT", "bKGD", "hIST", "pHYs", "sPLT", "oFFs", "acTL", "fcTL", "fdAT",
  ]

  /// nil if it is no whole PNG file.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature) else { return nil }
    self.bytes = bytes
    var place = Self.signature.count
    while chunks.last?.name != "IEND" {
      guard let length = bytes.number(4, at: place), let data = bytes.range(place + 8, length),
        let whole = bytes.range(place, length + 12)
      else { return nil }
      chunks.append(
        Chunk(
          name: String(decoding: bytes[place + 4..<place + 8], as: UTF8.self), range: whole,
          data: data))
      place = whole.upperBound
    }
    end = place
  }

  var blocks: MetadataBlocks {
    MetadataBlocks(
      exif: chunks.first { $0.name == "eXIf" }.map { Array(bytes[$0.data]).withoutExifHead },
      xmp: chunks.lazy.compactMap { xmp($0) }.first)
  }

  private func keyword(_ chunk: Chunk) -> String? {
    guard ["tEXt", "zTXt", "iTXt"].contains(chunk.name) else { return nil }
    return String(decoding: bytes[chunk.data].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The packet in a chunk, if it is not compressed.
  private func xmp(_ chunk: Chunk) -> [UInt8]? {
    guard chunk.name == "iTXt", keyword(chunk) == Self.xmpKeyword else { return nil }
    // Keyword, compression flag and method, language, translated keyword.
    let rest = bytes[chunk.data].dropFirst(Self.xmpKeyword.utf8.count + 1)
    guard rest.first == 0 else { return nil }
    let parts = rest.dropFirst(2).split(
      separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? Array(parts[2]) : nil
  }

  /// - Parameter blocks: the edited ones; those that are as before stay byte for byte.
  func rewritten(_ edited: MetadataBlocks, _ edit: inout MetadataEdit) -> [UInt8] {
    let blocks = self.blocks
    var output = Self.signature
    var hasExif = false
    var hasXMP = false
    for chunk in chunks {
      if chunk.name == "IDAT" && !hasExif && blocks.exif == nil, let exif = edited.exif {
        output += Self.chunk("eXIf", exif)
        hasExif = true
      }
      if chunk.name == "IDAT" && !hasXMP && blocks.xmp == nil, let xmp = edited.xmp {
        output += Self.chunk("iTXt", Self.xmpHead + xmp)
        hasXMP = true
      }
      if chunk.name == "eXIf" {
        if hasExif { continue }
        hasExif = true
        if edited.exif == blocks.exif {
          output += bytes[chunk.range]
        } else if let exif = edited.exif {
          output += Self.chunk("eXIf", exif)
        }
      } else if xmp(chunk) != nil {
        if hasXMP { continue }
        hasXMP = true
        if edited.xmp == blocks.xmp {
          output += bytes[chunk.range]
        } else if let xmp = edited.xmp {
          output += Self.chunk("iTXt", Self.xmpHead + xmp)
        }
      } else if let keyword = keyword(chunk) {
        if edit.rules.keeps(text: keyword) {
          output += bytes[chunk.range]
        } else if keyword.hasPrefix("Raw profile type") || keyword == Self.xmpKeyword {
          edit.lose("a block packed into the text '\(keyword)'")
        }
      } else if chunk.name == "tIME" {
        if edit.rules.keepsTimes { output += bytes[chunk.range] }
      } else if Self.picture.contains(chunk.name) || !edit.rules.removesAnything {
        output += bytes[chunk.range]
      } else {
        edit.lose("a chunk \(chunk.name) that is not known here")
      }
    }
    return output
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return [UInt8](data.count, 4) + content + [UInt8](Int(checksum(content)), 4)
  }

  /// CRC-32 as in section 5.5.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in
        rest & 1 == 1 ? rest >> 1 ^ 0xedb8_8320 : rest >> 1
      }
    }
  }
}

extension [UInt8] {
  /// Some programs write JPEG's mark before an EXIF block elsewhere too.
  var withoutExifHead: [UInt8] { hasPrefix("Exif\0\0") ? Array(dropFirst(6)) : self }
}
