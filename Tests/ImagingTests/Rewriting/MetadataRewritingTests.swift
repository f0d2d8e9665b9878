import Files
import Manifest
import RenderProtocol
import Testing

@testable import Imaging

@Suite struct MetadataRewritingTests {
  struct Photo: CustomTestStringConvertible, Sendable {
    let format: String
    let bytes: [UInt8]
    var testDescription: String { format }
  }

  static let photos: [Photo] = [
    Photo(format: "jpeg", bytes: try! SecretPhoto.jpeg()),
    Photo(format: "png", bytes: try! SecretPhoto.png()),
    Photo(format: "webp", bytes: try! SecretPhoto.webp()),
    Photo(format: "webp", bytes: try! SecretPhoto.webp(lossless: true)),
  ]

  func rewrite(
    _ bytes: [UInt8], _ policy: MetadataPolicy, losses: LossPolicy = .warn
  ) throws -> (bytes: [UInt8], reply: Rendered.File) {
    let output = try MemoryFile.make()
    let reply = try Renderer().rewrite(
      source: file(bytes: bytes),
      request: Request.Rewrite(limits: Limits(), metadata: policy, losses: losses),
      files: [output])
    return (try output.readAll(), reply.files[0])
  }

  func contains(_ bytes: [UInt8], _ text: String) -> Bool { bytes.contains(text) }

  // MARK: What goes

  @Test("private and strip leave nothing secret", arguments: photos)
  func secrets(_ photo: Photo) throws {
    #expect(contains(photo.bytes, "SECRET"))
    for policy in [MetadataPolicy.private, .strip] {
      let (bytes, reply) = try rewrite(photo.bytes, policy, losses: .fail)
      #expect(!contains(bytes, "SECRET"))
      #expect(!contains(bytes, "S\0E\0C\0R"))
      #expect(bytes.count < photo.bytes.count)
      #expect(reply.width == 48 && reply.height == 64)
      #expect(reply.warnings == [])
    }
  }

  @Test(
    "private keeps dates, camera, lens and copyright; strip only the orientation", arguments: photos
  )
  func kept(_ photo: Photo) throws {
    let kept = try open(file(bytes: rewrite(photo.bytes, .private).bytes))
    for field in [
      "exif-ifd0-Make", "exif-ifd0-Copyright", "exif-ifd2-DateTimeOriginal", "exif-ifd2-FNumber",
      "exif-ifd2-LensModel", "xmp-data",
    ] { #expect(kept.hasField(field), "\(field)") }
    let xmp = try String(decoding: #require(kept.blob("xmp-data")), as: UTF8.self)
    #expect(xmp.contains("CreateDate=") && xmp.contains("(c) Some &amp; body"))
    let stripped = try open(file(bytes: rewrite(photo.bytes, .strip).bytes))
    #expect(stripped.integer("orientation") == 6)
    #expect(!stripped.hasField("exif-ifd0-Make") && !stripped.hasField("xmp-data"))
  }

  @Test("keep without more is the same file", arguments: photos)
  func keep(_ photo: Photo) throws {
    #expect(try rewrite(photo.bytes, .keep).bytes == photo.bytes)
  }

  @Test("a rewritten file is not changed by the same policy again", arguments: photos)
  func twice(_ photo: Photo) throws {
    for policy in Self.policies {
      let once = try rewrite(photo.bytes, policy).bytes
      #expect(try rewrite(once, policy, losses: .fail).bytes == once, "\(policy)")
    }
  }

  static let policies: [MetadataPolicy] =
    [.private, .strip, .keep]
    + MetadataPolicy.Part.allCases.map { MetadataPolicy(.keep, remove: [$0]) }
    + [MetadataPolicy.Base.private, .keep, .strip].flatMap { base in
      [[], [.xmp], [.exif], [.gps, .iptc]].map {
        MetadataPolicy(
          base, remove: $0, set: [.copyright: "Ä & <b>", .creator: "B", .description: "C\nc"])
      }
    }

  @Test("the picture stays bit for bit", arguments: photos)
  func pixels(_ photo: Photo) throws {
    let before = try open(file(bytes: photo.bytes))
    for policy in Self.policies {
      let bytes = try rewrite(photo.bytes, policy).bytes
      let after = try open(file(bytes: bytes))
      #expect(try difference(before, after) == 0)
      #expect(compressed(bytes, photo.format) == compressed(photo.bytes, photo.format))
      #expect(after.integer("orientation") == 6)
      if policy.set.isEmpty { #expect(bytes.count <= photo.bytes.count) }
    }
  }

  @Test("only GPS goes when only it must", arguments: photos)
  func gps(_ photo: Photo) throws {
    let policy = MetadataPolicy(.keep, remove: [.gps])
    let (bytes, reply) = try rewrite(photo.bytes, policy)
    // What nobody here can read might hold a place too.
    #expect(reply.warnings.map(\.code).contains(.metadata))
    #expect(throws: Failure.self) { try rewrite(photo.bytes, policy, losses: .fail) }
    for text in ["SECRET area", "39,6.9N", "108,24.1W"] { #expect(!contains(bytes, text)) }
    for text in ["SECRET maker note", "SECRET owner", "SECRET thumbnail", "SECRET city"] {
      #expect(contains(bytes, text), "\(text)")
    }
  }

  @Test("GPS goes by exiftool's word too, dates stay", arguments: photos)
  func exiftoolAgrees(_ photo: Photo) throws {
    guard let before = try exiftool(photo.bytes) else { return }
    #expect(before.contains("GPSLatitude"))
    for policy in [.private, .strip, MetadataPolicy(.keep, remove: [.gps])] {
      let bytes = try rewrite(photo.bytes, policy).bytes
      let after = try #require(try exiftool(bytes))
      #expect(!after.contains("GPS"), "\(after)")
      #expect(after.contains("DateTimeOriginal") == (policy.base != .strip))
      let checked = try #require(try exiftool(bytes, "-validate -warning -error"))
      #expect(!checked.contains("Error"), "\(checked)")
    }
  }

  @Test(
    "each part takes its own along and nothing else",
    arguments: [
      (.people, ["SECRET person", "SECRET maker note"]),
      (.serials, ["SECRET serial", "SECRET body", "SECRET maker note"]),
      (.owner, ["SECRET artist", "SECRET owner", "SECRET creator", "SECRET by-line"]),
      (.places, ["SECRET city", "SECRET created"]),
      (.makerNotes, ["SECRET maker note"]),
      (.thumbnails, ["SECRET thumbnail"]),
      (.iptc, ["SECRET by-line"]),
      (.xmp, ["SECRET person", "SECRET creator", "adobe:ns:meta"]),
      (.exif, ["SECRET artist", "Acme", "(c) Somebody\0"]),
    ] as [(MetadataPolicy.Part, [String])])
  func parts(_ part: MetadataPolicy.Part, _ gone: [String]) throws {
    let source = try SecretPhoto.jpeg()
    let bytes = try rewrite(source, MetadataPolicy(.keep, remove: [part])).bytes
    for text in gone {
      #expect(contains(source, text) && !contains(bytes, text), "\(text)")
    }
    #expect(contains(bytes, "SECRET comment"))
    #expect(contains(bytes, "2024:05:06 07:08:09"))
  }

  // MARK: Writing

  @Test("texts are written, and what said otherwise goes", arguments: photos)
  func set(_ photo: Photo) throws {
    let policy = MetadataPolicy(
      .keep, set: [.copyright: "© Ä", .creator: "New", .description: "A long new text"])
    let bytes = try rewrite(photo.bytes, policy, losses: .fail).bytes
    for text in ["SECRET artist", "SECRET creator", "SECRET by-line", "(c) Some"] {
      #expect(!contains(bytes, text), "\(text)")
    }
    guard let tags = try exiftool(bytes, "-charset exif=UTF8") else { return }
    for text in ["© Ä", "New", "A long new text", "SECRET maker note", "GPSLatitude"] {
      #expect(tags.contains(text) || contains(bytes, text), "\(text) in \(tags)")
    }
  }

  @Test("texts are written to each block that a file can hold, under every base", arguments: photos)
  func setInBlocks(_ photo: Photo) throws {
    for base in MetadataPolicy.Base.allCases {
      let policy = MetadataPolicy(base, set: [.copyright: "© Ä", .creator: "A <New> & one"])
      let bytes = try rewrite(photo.bytes, policy).bytes
      guard let tags = try exiftool(bytes, "-charset exif=UTF8 -charset iptc=UTF8") else { return }
      let groups =
        photo.format == "jpeg" ? ["[IFD0]", "[XMP-dc]", "[IPTC]"] : ["[IFD0]", "[XMP-dc]"]
      for group in groups {
        for text in ["© Ä", "A <New> & one"] {
          let lines = tags.split(separator: "\n").filter {
            $0.hasPrefix(group) && $0.hasSuffix(": " + text)
          }
          #expect(lines.count == 1, "\(group) \(text) for \(base)")
        }
      }
    }
  }

  @Test("a text that others need more than ASCII for is not put among them in their encoding")
  func foreignEncoding() throws {
    let latin: [UInt8] = [0x1c, 2, 25, 0, 3, 0x5a, 0x6f, 0xeb]
    func added(_ text: String, to iptc: [UInt8]) -> [UInt8]? {
      PhotoshopResources.adding([.creator: text], to: iptc)
    }
    #expect(added("Zoe", to: latin) == latin + [0x1c, 2, 80, 0, 3] + Array("Zoe".utf8))
    #expect(added("Zoë", to: latin) == latin)
    let utf8: [UInt8] = [0x1c, 1, 90, 0, 3, 0x1b, 0x25, 0x47]
    let text: [UInt8] = [0x1c, 2, 80, 0, 4] + Array("Zoë".utf8)
    #expect(added("Zoë", to: utf8 + latin) == utf8 + latin + text)
    let plain: [UInt8] = [0x1c, 2, 25, 0, 1, 0x41]
    #expect(added("Zoë", to: plain) == utf8 + plain + text)
  }

  @Test(
    "texts are written to files that had no metadata",
    arguments: ["jpegsave_target", "pngsave_target", "webpsave_target"], [3, 4])
  func setInPlain(_ saver: String, _ bands: Int) throws {
    if saver.hasPrefix("jpeg") && bands == 4 { return }
    let source = try file(scene(bands: bands), as: saver, [("strip", true)])
    let bytes = try rewrite(source.readAll(), MetadataPolicy(.private, set: [.copyright: "(c) X"]))
      .bytes
    let result = try open(file(bytes: bytes))
    #expect(result.text("exif-ifd0-Copyright")?.hasPrefix("(c) X") == true)
    #expect(try difference(result, open(source)) == 0)
  }

  // MARK: Honesty

  @Test("other formats are refused with what to do")
  func otherFormats() throws {
    let source = try file(scene(), as: "tiffsave_target").readAll()
    let failure = #expect(throws: Failure.self) { try rewrite(source, .private) }
    #expect(failure?.code == .wouldLose)
    #expect(failure?.hint?.contains("reencode") == true)
  }

  @Test("a film behind the picture is not dropped in silence", arguments: photos)
  func film(_ photo: Photo) throws {
    let source = photo.bytes + [0, 0, 0, 20] + Array("ftypmp42 SECRET".utf8)
    let failure = #expect(throws: Failure.self) { try rewrite(source, .private) }
    #expect(failure?.code == .wouldLose)
    #expect(try rewrite(source, .keep).bytes == source)
  }

  @Test("what lies behind the picture goes, or is told of", arguments: photos)
  func trailer(_ photo: Photo) throws {
    let source = photo.bytes + Array("SECRET trailer".utf8)
    #expect(!contains(try rewrite(source, .private, losses: .fail).bytes, "SECRET"))
    let warned = try rewrite(source, MetadataPolicy(.keep, remove: [.gps]))
    #expect(!contains(warned.bytes, "SECRET trailer"))
    #expect(warned.reply.warnings.contains { $0.message.contains("14 bytes") })
  }

  @Test("a further picture is cleaned too and keeps its length")
  func furtherPictures() throws {
    let first = try SecretPhoto.jpeg()
    let second = try SecretPhoto.jpeg(scene(Size(30, 20)))
    let bytes = try rewrite(first + [0, 0] + second, .private).bytes
    #expect(!contains(bytes, "SECRET"))
    let alone = try rewrite(first, .private).bytes
    #expect(bytes.count == alone.count + 2 + second.count)
    let rest = Array(bytes[(alone.count + 2)...])
    #expect(try difference(open(file(bytes: rest)), open(file(bytes: second))) == 0)
  }

  @Test("values that share bytes are refused, not half removed")
  func overlap() throws {
    var exif = SecretPhoto.exif()
    // The copyright, which stays, is told to lie where the artist does.
    let block = try #require(ExifBlock(exif))
    let artist = try #require(block.entries.first { $0.tag == ExifTags.artist })
    let copyright = try #require(block.entries.first { $0.tag == ExifTags.copyright })
    let pointer = exif[artist.record.lowerBound + 8..<artist.record.upperBound]
    exif.replaceSubrange(
      copyright.record.lowerBound + 8..<copyright.record.upperBound, with: pointer)
    let source = try SecretPhoto.jpeg(exif: exif)
    let failure = #expect(throws: Failure.self) { try rewrite(source, .private) }
    #expect(failure?.code == .privateDataLeft)
  }

  @Test("extended XMP is put together, filtered and named anew")
  func extendedXMP() throws {
    let path = "meta/huge-xmp-iptc.jpg"
    guard let sample = Sample.all.first(where: { $0.path == path }) else { return }
    let source = try sample.open().readAll()
    let kept = try rewrite(source, MetadataPolicy(.keep, remove: [.gps]), losses: .fail).bytes
    #expect(kept == source)
    let set = try rewrite(source, MetadataPolicy(.keep, set: [.description: "short"])).bytes
    #expect(set.count < source.count - 200_000)
    let tags = try exiftool(set) ?? "short"
    #expect(tags.contains("short") && !tags.contains("Warning"))
    let stripped = try rewrite(source, .strip).bytes
    #expect(stripped.count < 100_000)
  }

  // MARK: Real files

  static let samples = Sample.all.filter { sample in
    let types = ["jpg", "jpeg", "JPG", "png", "webp", "mpo"]
    return types.contains(where: sample.path.hasSuffix) && sample.outcome != "fail"
      && !sample.path.contains("bomb")
  }

  @Test("real files keep their pixels, lose their places and grow by nothing", arguments: samples)
  func real(_ sample: Sample) throws {
    let source = try sample.open().readAll()
    let before = try open(file(bytes: source))
    for policy in [.private, .strip, MetadataPolicy(.keep, remove: [.gps])] {
      let bytes = try rewrite(source, policy).bytes
      #expect(bytes.count <= source.count)
      #expect(try difference(before, open(file(bytes: bytes))) == 0)
      #expect(try rewrite(bytes, policy).bytes == bytes)
      if let tags = try exiftool(bytes) { #expect(!tags.contains("GPS")) }
    }
  }

  @Test("the gain map of an Ultra HDR photo stays where its index says")
  func gainMap() throws {
    guard let sample = Sample.all.first(where: { $0.path.contains("ultra-hdr") }) else { return }
    let source = try sample.open().readAll()
    for policy in [.private, .strip, MetadataPolicy(.keep, set: [.creator: "Somebody long"])] {
      let bytes = try rewrite(source, policy).bytes
      guard let tags = try exiftool(bytes), let before = try exiftool(source) else { return }
      func line(_ tags: String, _ name: String) -> Int? {
        tags.split(separator: "\n").last { $0.contains(name) }?.split(separator: " ").last
          .flatMap { Int($0) }
      }
      let start = try #require(line(tags, "MPImageStart"))
      let length = try #require(line(tags, "MPImageLength"))
      #expect(length == line(before, "MPImageLength"))
      #expect(bytes[start..<start + 3] == [0xff, 0xd8, 0xff])
      #expect(start + length == bytes.count)
      #expect(tags.contains("HDRGainMap") || tags.contains("hdrgm"), "\(tags)")
    }
  }

  // MARK: Hostile files

  @Test("a file that is cut anywhere is refused or whole", arguments: photos)
  func truncated(_ photo: Photo) throws {
    for length in stride(from: 0, to: photo.bytes.count, by: 7) {
      let bytes = Array(photo.bytes[..<length])
      guard let result = try? MetadataRewriting.rewrite(bytes, format: photo.format, .private)
      else { continue }
      #expect(!contains(result.bytes, "SECRET"))
    }
  }

  @Test("flipped bytes crash nothing", arguments: photos)
  func flipped(_ photo: Photo) throws {
    var random = SplitMix(seed: 42)
    for _ in 0..<200 {
      var bytes = photo.bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      for policy in [.private, MetadataPolicy(.keep, remove: [.gps, .xmp], set: [.creator: "X"])] {
        guard let result = try? MetadataRewriting.rewrite(bytes, format: photo.format, policy)
        else { continue }
        _ = try? MetadataRewriting.rewrite(result.bytes, format: photo.format, policy)
      }
    }
  }
}

struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}

/// The coded picture of a file: from the first scan on, the data chunks, the picture chunk.
func compressed(_ bytes: [UInt8], _ format: String) -> [UInt8] {
  var coded: [UInt8] = []
  switch format {
  case "jpeg":
    var place = 2
    while bytes[place + 1] != 0xda { place += 2 + bytes.number(2, at: place + 2)! }
    coded = Array(bytes[place...])
  case "png":
    var place = 8
    while place < bytes.count {
      let length = bytes.number(4, at: place)!
      if bytes[(place + 4)...].hasPrefix("IDAT") { coded += bytes[place..<place + 12 + length] }
      place += 12 + length
    }
  default:
    var place = 12
    while place < bytes.count {
      let length = bytes.number(4, at: place + 4, littleEndian: true)!
      if bytes[place...].hasPrefix("VP8") && bytes[place + 3] != UInt8(ascii: "X") {
        coded += bytes[place..<place + 8 + length]
      }
      place += 8 + length + length % 2
    }
  }
  return coded
}
