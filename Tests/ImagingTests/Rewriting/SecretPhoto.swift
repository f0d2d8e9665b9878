import CVips
import Files
import Glibc

@testable import Imaging

/// Photos that hold a person, a place and a serial number in every block that has room for them.
/// What may not be left says SECRET.
enum SecretPhoto {
  static func jpeg(_ picture: Picture? = nil, exif: [UInt8] = exif()) throws -> [UInt8] {
    let plain = try file(picture ?? scene(Size(64, 48)), as: "jpegsave_target").readAll()
    func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
      [0xff, marker] + [UInt8](payload.count + 2, 2) + payload
    }
    return Array(plain[..<2])
      + segment(0xe1, Array("Exif\0\0".utf8) + exif)
      + segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp)
      + segment(0xed, Array("Photoshop 3.0\0".utf8) + photoshop)
      + segment(0xe6, Array("GoPro SECRET position".utf8))
      + segment(0xfe, Array("SECRET comment".utf8)) + plain[2...]
  }

  static func png() throws -> [UInt8] {
    let plain = try file(scene(Size(64, 48))).readAll()
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      // Readers check the sum of critical chunks only.
      [UInt8](data.count, 4) + Array(name.utf8) + data + checksum(Array(name.utf8) + data)
    }
    // Behind the header chunk.
    return Array(plain[..<33]) + chunk("eXIf", exif())
      + chunk("iTXt", Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + xmp)
      + chunk("tEXt", Array("Author\0SECRET author".utf8))
      + chunk("tEXt", Array("Copyright\0(c) Somebody".utf8))
      + chunk("tEXt", Array("Raw profile type exif\0\nexif\n6\n534543524554".utf8))
      + chunk("prVt", Array("SECRET chunk".utf8)) + plain[33...]
  }

  static func webp(lossless: Bool = false) throws -> [UInt8] {
    let plain = try file(
      scene(Size(64, 48)), as: "webpsave_target",
      [("lossless", .flag(lossless)), ("strip", true)]
    ).readAll()
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      Array(name.utf8) + [UInt8](data.count, 4, littleEndian: true) + data
        + (data.count.isMultiple(of: 2) ? [] : [0])
    }
    // libvips writes EXIF of its own beside the picture.
    let place = plain.place(of: Array((lossless ? "VP8L" : "VP8 ").utf8))!
    let length = plain.number(4, at: place + 4, littleEndian: true)!
    let coded = plain[place..<place + 8 + length + length % 2]
    let body =
      chunk("VP8X", [0x0c, 0, 0, 0, 63, 0, 0, 47, 0, 0]) + coded
      + chunk("EXIF", exif()) + chunk("XMP ", xmp) + chunk("prVt", Array("SECRET chunk".utf8))
    return Array("RIFF".utf8) + [UInt8](body.count + 4, 4, littleEndian: true)
      + Array("WEBP".utf8) + body
  }

  static func tiff() throws -> [UInt8] {
    let plain = try file(scene(Size(64, 48)), as: "tiffsave_target")
    try TIFFFile(plain)?.add(MetadataBlocks(exif: exif(), xmp: xmp, photoshop: photoshop))
    return try plain.readAll()
  }

  /// libheif writes the blocks, libexif a part of their tags.
  static func avif() throws -> [UInt8] {
    let picture = try scene(Size(64, 48)).copy()
    picture.set("xmp-data", blob: xmp)
    picture.set("exif-data", blob: Array("Exif\0\0".utf8) + exif(orientation: 1))
    return try file(
      picture, as: "heifsave_target", [("compression", "av1"), ("effort", .number(0))]
    ).readAll()
  }

  static func jxl() throws -> [UInt8] {
    let coded = try file(scene(Size(64, 48)), as: "jxlsave_target").readAll()
    func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
      [UInt8](data.count + 8, 4) + Array(name.utf8) + data
    }
    // Some versions write boxes of their own.
    if !coded.starts(with: [0xff, 0x0a]) {
      return coded + box("Exif", [0, 0, 0, 0] + exif()) + box("xml ", xmp)
    }
    return box("JXL ", [0x0d, 0x0a, 0x87, 0x0a]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
      + box("Exif", [0, 0, 0, 0] + exif()) + box("xml ", xmp) + box("jxlc", coded)
  }

  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return [UInt8](Int(~sum), 4)
  }

  // MARK: Blocks

  static func exif(
    orientation: Int = 6, littleEndian: Bool = true, thumbnail: [UInt8]? = nil
  ) -> [UInt8] {
    func text(_ text: String) -> (Int, [UInt8]) { (2, Array(text.utf8) + [0]) }
    func number(_ number: Int) -> (Int, [UInt8]) {
      (3, [UInt8](number, 2, littleEndian: littleEndian))
    }
    func ratios(_ numbers: Int...) -> (Int, [UInt8]) {
      (
        5,
        numbers.flatMap {
          [UInt8]($0, 4, littleEndian: littleEndian) + [UInt8](1, 4, littleEndian: littleEndian)
        }
      )
    }
    let image = thumbnail ?? [0xff, 0xd8] + Array("SECRET thumbnail".utf8) + [0xff, 0xd9]
    return exifBlock(
      [
        .primary: [
          0x10e: text("SECRET description"), 0x10f: text("Acme"), 0x110: text("One"),
          0x112: number(orientation), 0x132: text("2024:05:06 07:08:09"),
          0x13b: text("SECRET artist"), 0x8298: text("(c) Somebody"),
          0x9c9d: (1, Array("S\0E\0C\0R\0E\0T\0".utf8)), 0xc62f: text("SECRET body"),
        ],
        .exif: [
          0x829d: ratios(8), 0x9003: text("2024:05:06 07:08:09"),
          0x927c: (7, Array("Acme\0 SECRET maker note".utf8)),
          0x9286: (7, Array("ASCII\0\0\0SECRET comment".utf8)), 0xa001: number(1),
          0xa430: text("SECRET owner"), 0xa431: text("SECRET serial"), 0xa434: text("A lens"),
        ],
        .gps: [
          1: text("N"), 2: ratios(39, 6, 54), 3: text("W"), 4: ratios(108, 24, 5),
          0x1c: (7, Array("ASCII\0\0\0SECRET area".utf8)),
        ],
        .interoperability: [1: text("R98")],
        .thumbnail: [0x103: number(6)],
      ], thumbnail: image, littleEndian: littleEndian)
  }

  static let xmp = Array(
    """
    <?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <!-- SECRET aside -->
    <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
      xmlns:ps="http://ns.adobe.com/photoshop/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
      xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
      exif:GPSLatitude="39,6.9N SECRET" ps:City="SECRET city" xmp:CreateDate="2024-05-06T07:08:09"
      aux:SerialNumber='SECRET serial'>
      <exif:GPSLongitude>108,24.1W SECRET</exif:GPSLongitude>
      <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">(c) Some &amp; body</rdf:li></rdf:Alt></dc:rights>
      <dc:creator><rdf:Seq><rdf:li>SECRET creator</rdf:li></rdf:Seq></dc:creator>
      <ext:PersonInImage><rdf:Bag><rdf:li>SECRET person</rdf:li></rdf:Bag></ext:PersonInImage>
      <ext:LocationCreated><rdf:Bag><rdf:li ext:City="SECRET created"/></rdf:Bag></ext:LocationCreated>
      <dc:subject><rdf:Bag><rdf:li>tulips</rdf:li></rdf:Bag></dc:subject>
    </rdf:Description></rdf:RDF></x:xmpmeta>
    <?xpacket end="w"?>
    """.utf8)

  static let iptc: [UInt8] =
    dataset(90, "SECRET city") + dataset(80, "SECRET by-line")
    + dataset(116, "(c) Somebody") + dataset(25, "tulips")

  private static func dataset(_ number: UInt8, _ text: String) -> [UInt8] {
    [0x1c, 2, number] + [UInt8](text.utf8.count, 2) + Array(text.utf8)
  }

  static let photoshop: [UInt8] =
    resource(0x404, iptc) + resource(0x425, [UInt8](repeating: 1, count: 16))

  private static func resource(_ number: Int, _ data: [UInt8]) -> [UInt8] {
    Array("8BIM".utf8) + [UInt8](number, 2) + [0, 0] + [UInt8](data.count, 4) + data
      + (data.count.isMultiple(of: 2) ? [] : [0])
  }
}

/// A block with these directories: by tag, the type and the value's bytes.
func exifBlock(
  _ directories: [ExifBlock.Directory: [Int: (type: Int, bytes: [UInt8])]],
  thumbnail: [UInt8] = [], littleEndian: Bool
) -> [UInt8] {
  func number(_ number: Int, _ width: Int) -> [UInt8] {
    [UInt8](number, width, littleEndian: littleEndian)
  }
  let widths = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1]
  var directories = directories
  func place(_ tag: Int, in directory: ExifBlock.Directory) {
    directories[directory]?[tag] = (4, number(0, 4))
  }
  if directories[.exif] != nil { place(0x8769, in: .primary) }
  if directories[.gps] != nil { place(0x8825, in: .primary) }
  if directories[.interoperability] != nil { place(0xa005, in: .exif) }
  if directories[.thumbnail] != nil {
    place(0x201, in: .thumbnail)
    directories[.thumbnail]?[0x202] = (4, number(thumbnail.count, 4))
  }
  let order: [ExifBlock.Directory] = [.primary, .exif, .interoperability, .gps, .thumbnail]
  // Twice: once to learn the places.
  var starts: [ExifBlock.Directory: Int] = [:]
  var thumbnailStart = 0
  var block: [UInt8] = []
  for _ in 0..<2 {
    block = Array((littleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
    for directory in order {
      guard var tags = directories[directory] else { continue }
      starts[directory] = block.count
      for (tag, target) in [
        (0x8769, ExifBlock.Directory.exif), (0x8825, .gps), (0xa005, .interoperability),
      ] where tags[tag] != nil {
        tags[tag] = (4, number(starts[target] ?? 0, 4))
      }
      if tags[0x201] != nil { tags[0x201] = (4, number(thumbnailStart, 4)) }
      var values: [UInt8] = []
      let end = block.count + 2 + tags.count * 12 + 4
      block += number(tags.count, 2)
      for (tag, (type, bytes)) in tags.sorted(by: { $0.key < $1.key }) {
        block += number(tag, 2) + number(type, 2) + number(bytes.count / widths[type]!, 4)
        if bytes.count <= 4 {
          block += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
        } else {
          block += number(end + values.count, 4)
          values += bytes + (bytes.count.isMultiple(of: 2) ? [] : [0])
        }
      }
      block += number(directory == .primary ? starts[.thumbnail] ?? 0 : 0, 4) + values
    }
    thumbnailStart = block.count
    block += thumbnail
  }
  return block
}

/// What exiftool says of a file, one tag a line with its group; nil if it is not installed.
func exiftool(_ bytes: [UInt8], _ arguments: String = "") throws -> String? {
  guard access("/usr/bin/exiftool", X_OK) == 0 else { return nil }
  let memory = try file(bytes: bytes)
  let path = "/proc/\(getpid())/fd/\(memory.raw)"
  guard let pipe = popen("exiftool -a -u -ee -G1 -s -n \(arguments) - < \(path) 2>&1", "r") else {
    return nil
  }
  defer { pclose(pipe) }
  var output: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 14)
  while true {
    let count = fread(&buffer, 1, buffer.count, pipe)
    if count == 0 { return String(decoding: output, as: UTF8.self) }
    output += buffer[..<count]
  }
}
