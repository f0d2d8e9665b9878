/// A picture of a few pixels, made by hand so that no library stands between a test and its bytes.
enum TinyPNG {
  /// - Parameter seed: which of the many pictures.
  static func bytes(seed: UInt32, width: Int = 8, height: Int = 6) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width {
        let mixed = (seed &+ UInt32(y * width + x)) &* 2_654_435_761
        rows += [UInt8(mixed >> 24), UInt8(mixed >> 16 & 0xff), UInt8(mixed >> 8 & 0xff)]
      }
    }
    let header = big(UInt32(width)) + big(UInt32(height)) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header)
      + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(UInt32(data.count)) + body + big(checksum(body))
  }

  /// A zlib stream of one block that is not compressed.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    let count = UInt16(data.count)
    let length = [UInt8(count & 0xff), UInt8(count >> 8)]
    return [0x78, 0x01, 1] + length + length.map { ~$0 } + data + big(adler(data))
  }

  private static func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xffff_ffff
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
    }
    return ~value
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return b << 16 | a
  }
}
