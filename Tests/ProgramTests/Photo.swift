import Files
import Glibc

/// Pictures for the tests, and what their files say of themselves.
enum Photo {
  static let samples = Workplace.package.appending("jobs/photos")

  /// A sample photo's bytes.
  static func sample(_ name: BytePath) throws -> [UInt8] {
    try Descriptor.open(samples.appending(name), O_RDONLY).readAll()
  }

  /// A JPEG of 96x72 or so, made by the program itself.
  static func small() throws -> [UInt8] { try made.get() }

  private static let made = Result { () throws -> [UInt8] in
    let place = try Workplace()
    try place.write("photos/a.jpg", sample("sunset-hills.jpg"))
    try place.manifest(
      """
      root: photos
      to: out
      outputs:
        - {path: "{name}.jpg", box: 96}
      """)
    _ = try place.runJob()
    return try place.read("out/a.jpg")
  }

  struct Size: Equatable, CustomStringConvertible {
    let width: Int
    let height: Int
    var description: String { "\(width)x\(height)" }
  }

  /// The size that a PNG, JPEG, GIF or WebP has by its own header; nil for anything else.
  static func size(_ bytes: [UInt8]) -> Size? {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]), bytes.count > 24 {
      return Size(width: big(bytes, 16, 4), height: big(bytes, 20, 4))
    }
    if bytes.starts(with: "GIF8".utf8), bytes.count > 10 {
      return Size(width: little(bytes, 6, 2), height: little(bytes, 8, 2))
    }
    if bytes.starts(with: "RIFF".utf8), bytes.count > 30 { return webp(bytes) }
    return bytes.starts(with: [0xff, 0xd8]) ? jpeg(bytes) : nil
  }

  private static func jpeg(_ bytes: [UInt8]) -> Size? {
    var place = 2
    while place + 9 < bytes.count, bytes[place] == 0xff {
      let marker = bytes[place + 1]
      // Start of frame, of which there are many kinds; three numbers among them are none.
      if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
        return Size(width: big(bytes, place + 7, 2), height: big(bytes, place + 5, 2))
      }
      place += 2 + big(bytes, place + 2, 2)
    }
    return nil
  }

  private static func webp(_ bytes: [UInt8]) -> Size? {
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8X":
      return Size(width: little(bytes, 24, 3) + 1, height: little(bytes, 27, 3) + 1)
    case "VP8L":
      let bits = little(bytes, 21, 4)
      return Size(width: bits & 0x3fff + 1, height: bits >> 14 & 0x3fff + 1)
    case "VP8 ":
      return Size(width: little(bytes, 26, 2) & 0x3fff, height: little(bytes, 28, 2) & 0x3fff)
    default: return nil
    }
  }

  private static func big(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
    bytes[start..<(start + count)].reduce(0) { $0 << 8 | Int($1) }
  }
  private static func little(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
    bytes[start..<(start + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
