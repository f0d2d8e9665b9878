import Files
import Glibc
import RenderProtocol
import Testing

@testable import Imaging
@testable import Manifest

/// What files of every format say of a photo that has everything to hide.
@Suite struct EmbeddedMetadataTests {
  /// All that can be written, as the table of keys says; JPEG XL can be before anybody may ask for it.
  static let formats = ImageFormat.allCases.filter { format in
    let keys = KeyTable.parameter("format", .pathOutput)
    return format == .jxl || keys?.availability.holds(for: .text(format.rawValue)) == true
  }

  static let exifFormats = formats.filter { $0.blocks.contains(.exif) }

  static let sources: [(name: String, bytes: [UInt8])] = [
    ("jpeg", try! SecretPhoto.jpeg()), ("png", try! SecretPhoto.png()),
    ("webp", try! SecretPhoto.webp()), ("tiff", try! SecretPhoto.tiff()),
    ("jxl", try! SecretPhoto.jxl()),
    ("avif", try! SecretPhoto.avif()),
    ("big-endian jpeg", try! SecretPhoto.jpeg(exif: SecretPhoto.exif(littleEndian: false))),
  ]

  /// A file that was written, and what exiftool says of it when it is asked.
  final class Written {
    let bytes: [UInt8]
    let warnings: [WarningCode]
    /// Empty where exiftool is not installed.
    lazy var tags: String = {
      let tags =
        (try? exiftool(bytes, "-validate -all -charset exif=UTF8 -charset iptc=UTF8")) ?? ""
      #expect(!tags.contains(" Error "), "\(tags)")
      return tags
    }()

    init(_ bytes: [UInt8], _ warnings: [WarningCode]) {
      (self.bytes, self.warnings) = (bytes, warnings)
    }

    func says(_ text: String) -> Bool { bytes.contains(text) || tags.contains(text) }
  }

  func write(
    _ source: [UInt8], _ format: ImageFormat, _ policy: MetadataPolicy,
    profile: ProfilePolicy = .srgb, losses: LossPolicy = .warn
  ) throws -> Written {
    let result = try render(
      file(bytes: source), [],
      OutputSettings(
        format: format, size: SizeRequest(width: 24), metadata: policy, profile: profile,
        losses: losses))
    return Written(try result.file.readAll(), result.warnings)
  }

  func expect(
    _ written: Written, says texts: [String] = [], lacks others: [String] = [], _ what: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    for text in texts + others {
      let isSaid = written.says(text)
      #expect(isSaid == texts.contains(text), "'\(text)' \(what)", sourceLocation: location)
    }
  }

  @Test("private and strip leave nothing secret in any format", arguments: formats)
  func secrets(_ format: ImageFormat) throws {
    let secrets = [
      "SECRET", "S\0E\0C\0R", "GPS", "39,6.9N", "tulips", "Serial", "Owner", "City", "Thumbnail",
      "MakerNote", "Artist", "By-line", "Person",
    ]
    for (name, source) in Self.sources {
      for policy in [MetadataPolicy.private, .strip] {
        for profile in [ProfilePolicy.srgb, .keep] where profile == .srgb || name == "jpeg" {
          let written = try write(source, format, policy, profile: profile)
          expect(written, lacks: secrets, "of \(name) for \(policy.base)")
          #expect(!written.warnings.contains(.metadata))
        }
      }
    }
  }

  @Test("the photos have everything to hide")
  func sources() throws {
    for (name, source) in Self.sources {
      expect(
        Written(source, []),
        says: ["SECRET maker note", "SECRET serial", "SECRET city", "SECRET thumbnail"].filter {
          $0 != "SECRET thumbnail" || !["tiff", "avif"].contains(name)
        }, "of \(name)")
      if let tags = try exiftool(source) { #expect(tags.contains("GPSLatitude")) }
    }
  }

  @Test("private keeps dates, camera, lens and copyright; strip none of it", arguments: exifFormats)
  func harmless(_ format: ImageFormat) throws {
    for (name, source) in Self.sources {
      let kept = try write(source, format, .private)
      let dates = ["2024:05:06 07:08:09", "2024-05-06T07:08:09"]
      expect(
        kept, says: dates + ["Acme", "(c) Somebody", "A lens", "(c) Some &amp; body"], "of \(name)")
      let stripped = try write(source, format, .strip)
      expect(stripped, lacks: dates + ["Acme", "(c) Som", "A lens"], "of \(name)")
      #expect(stripped.bytes.count < kept.bytes.count)
    }
  }

  @Test("keep keeps all that a format can hold, but the small picture inside", arguments: formats)
  func keep(_ format: ImageFormat) throws {
    for (name, source) in Self.sources {
      let written = try write(source, format, .keep)
      if format.blocks.contains(.exif) {
        expect(
          written,
          says: [
            "SECRET artist", "SECRET owner", "SECRET serial", "SECRET area", "A lens",
            "SECRET maker note", "2024:05:06 07:08:09",
          ], "of \(name)")
        // libexif knows no tags of DNG.
        if ![.avif, .heic].contains(format) && name != "avif" {
          expect(written, says: ["SECRET body"], "of \(name)")
        }
        #expect(written.tags.isEmpty || written.tags.contains("GPSLatitude"))
      }
      expect(
        written, says: ["39,6.9N SECRET", "SECRET person", "SECRET created", "tulips"],
        "of \(name)")
      let hasIPTC = ["jpeg", "big-endian jpeg", "tiff"].contains(name)
      if hasIPTC && format.blocks.contains(.iptc) {
        expect(written, says: ["SECRET by-line"], "of \(name)")
      }
      expect(written, lacks: ["SECRET thumbnail", "ThumbnailLength"], "of \(name)")
      // What cannot be held is told.
      let isWhole =
        format.blocks.contains(.exif) && (format.blocks.contains(.iptc) || !hasIPTC)
      #expect(written.warnings.contains(.metadata) == !isWhole)
    }
  }

  @Test("what a format cannot hold is refused where nothing may be lost")
  func refused() throws {
    let failure = #expect(throws: Failure.self) {
      try write(SecretPhoto.jpeg(), .gif, .keep, losses: .fail)
    }
    #expect(failure?.code == .wouldLose)
    _ = try write(SecretPhoto.jpeg(), .gif, .private, losses: .fail)
    _ = try write(SecretPhoto.jpeg(), .tiff, .keep, losses: .fail)
  }

  @Test("each part takes its own along, the rest stays", arguments: formats)
  func parts(_ format: ImageFormat) throws {
    let gone: [(MetadataPolicy.Part, [String])] = [
      (.gps, ["GPS", "SECRET area", "39,6.9N"]), (.people, ["SECRET person", "SECRET maker note"]),
      (.serials, ["SECRET serial", "SECRET body", "SECRET maker note"]),
      (.owner, ["SECRET artist", "SECRET owner", "SECRET creator", "SECRET by-line"]),
      (.places, ["SECRET city", "SECRET created"]), (.makerNotes, ["SECRET maker note"]),
      (.iptc, ["SECRET by-line"]), (.xmp, ["SECRET person", "SECRET creator", "adobe:ns:meta"]),
      (.exif, ["SECRET artist", "Acme", "SECRET description"]),
    ]
    let source = try SecretPhoto.jpeg()
    for (part, texts) in gone {
      let written = try write(source, format, MetadataPolicy(.keep, remove: [part]))
      expect(written, lacks: texts, "without \(part)")
      if part != .xmp { expect(written, says: ["tulips"], "without \(part)") }
      if format.blocks.contains(.exif) {
        expect(written, says: ["2024:05:06 07:08:09"], "without \(part)")
      }
    }
  }

  static let texts: [MetadataPolicy.Text: String] = [
    .copyright: "© 2024 Ä & <B>", .creator: "New Name",
    .description: "A long new text\nof two lines",
  ]

  @Test("texts are written to each block of every format, whatever else goes", arguments: formats)
  func set(_ format: ImageFormat) throws {
    let plain = try file(scene(), as: "jpegsave_target", [("strip", true)]).readAll()
    for source in [plain, try SecretPhoto.jpeg(), try SecretPhoto.png()] {
      for base in MetadataPolicy.Base.allCases {
        let written = try write(source, format, MetadataPolicy(base, set: Self.texts))
        expect(
          written,
          lacks: ["SECRET artist", "SECRET creator", "SECRET by-line", "(c) Some", "SECRET descr"],
          "for \(base)")
        if base != .keep { expect(written, lacks: ["SECRET"], "for \(base)") }
        if written.tags.isEmpty { continue }
        for (group, names, kind) in [
          ("[IFD0]", ["Copyright", "Artist", "ImageDescription"], MetadataBlocks.Kind.exif),
          ("[XMP-dc]", ["Rights", "Creator", "Description"], .xmp),
          ("[IPTC]", ["CopyrightNotice", "By-line", "Caption-Abstract"], .iptc),
        ] where format.blocks.contains(kind) {
          let texts = [
            "© 2024 Ä & <B>", "New Name", "A long new text.of two lines",
          ]
          for (name, text) in zip(names, texts) {
            let lines = written.tags.split(separator: "\n").filter {
              $0.hasPrefix(group) && $0.contains(" \(name) ")
            }
            #expect(lines.count == 1, "\(group) \(name)")
            #expect(lines.allSatisfy { $0.hasSuffix(": " + text) }, "\(lines)")
          }
        }
      }
    }
  }

  @Test("no text is written to a block that must go", arguments: exifFormats)
  func setWithout(_ format: ImageFormat) throws {
    for base in [MetadataPolicy.Base.private, .keep] {
      func written(without parts: Set<MetadataPolicy.Part>) throws -> Written {
        try write(
          SecretPhoto.jpeg(), format,
          MetadataPolicy(base, remove: parts, set: [.creator: "New Name"]))
      }
      let noXMP = try written(without: [.xmp, .iptc])
      #expect(noXMP.says("New Name") && !noXMP.says("xmpmeta"))
      #expect(!noXMP.tags.contains("[IPTC]"))
      let noExif = try written(without: [.exif])
      #expect(noExif.says("<rdf:li>New Name</rdf:li>") && !noExif.tags.contains("Artist"))
      #expect(try written(without: [.exif, .xmp, .iptc]).says("New Name"))
    }
  }

  @Test("a finished file that holds a secret is refused in every format", arguments: formats)
  func readBack(_ format: ImageFormat) throws {
    for (remove, base) in [
      (Set<MetadataPolicy.Part>(), MetadataPolicy.Base.private), ([.gps, .places], .keep),
    ] {
      let rules = MetadataRules(MetadataPolicy(base, remove: remove), format)
      for kind in format.blocks {
        let others = Set(MetadataBlocks.Kind.allCases.map(\.part)).subtracting([kind.part])
        let bytes = try write(
          SecretPhoto.jpeg(), format, MetadataPolicy(.keep, remove: others.union([.makerNotes]))
        ).bytes
        let failure = #expect(throws: Failure.self, "\(kind) in \(format) for \(base)") {
          try Pipeline.checkPrivacy(of: file(bytes: bytes), rules, format)
        }
        #expect(failure?.code == .privateDataLeft)
      }
    }
  }

  @Test("numbers of the picture are those of the file", arguments: exifFormats)
  func picture(_ format: ImageFormat) throws {
    let exif = exifBlock(
      [
        .primary: [0x112: (3, [6, 0]), 0x10f: (2, Array("Acme\0".utf8))],
        .exif: [
          0xa001: (3, [0xff, 0xff]), 0xa002: (3, [64, 0]), 0xa003: (3, [48, 0]),
          0x9003: (2, Array("2024:05:06 07:08:09\0".utf8)),
        ], .interoperability: [1: (2, Array("R03\0".utf8))],
      ], littleEndian: true)
    for policy in [MetadataPolicy.keep, .private] {
      let tags = try write(SecretPhoto.jpeg(exif: exif), format, policy).tags
      if tags.isEmpty { return }
      func values(_ name: String) -> [Substring] {
        tags.split(separator: "\n").filter { $0.contains("]") && $0.contains(" \(name) ") }
          .compactMap { $0.split(separator: " ").last }
      }
      // Encoders may say them as well.
      #expect(values("ExifImageWidth").allSatisfy { $0 == "24" })
      #expect(values("ExifImageHeight").allSatisfy { $0 == "32" })
      if policy == .keep && format != .tiff { #expect(values("ExifImageWidth").count == 1) }
      #expect(values("ColorSpace") == ["1"])
      #expect(values("InteropIndex") == [])
      #expect(values("Orientation").allSatisfy { $0 == "1" })
    }
  }

  @Test("what a photo says of its form alone is no metadata")
  func formal() throws {
    let exif = exifBlock(
      [
        .primary: [
          0x11a: (5, [72, 0, 0, 0, 1, 0, 0, 0]), 0x128: (3, [2, 0]), 0x112: (3, [6, 0]),
        ],
        .exif: [0x9000: (7, Array("0232".utf8)), 0xa001: (3, [1, 0])],
      ], littleEndian: true)
    let source = try file(scene(), as: "jpegsave_target", [("strip", true)]).readAll()
    let segment =
      [0xff, 0xe1] + [UInt8](exif.count + 8, 2) + Array("Exif\0\0".utf8) + exif
    for policy in [MetadataPolicy.private, .strip] {
      let written = try write(source[..<2] + segment + source[2...], .jpeg, policy)
      #expect(!written.says("Exif\0"))
    }
  }

  @Test("blocks that are too large for JPEG are told of")
  func large() throws {
    let long = String(repeating: "longer text", count: 7000)
    let source = try file(scene()).readAll()
    let written = try write(source, .jpeg, MetadataPolicy(.keep, set: [.description: long]))
    #expect(written.warnings == [.metadata])
    #expect(try write(source, .png, MetadataPolicy(.keep, set: [.description: long])).says(long))
  }
}
