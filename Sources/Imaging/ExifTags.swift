import Manifest

/// EXIF's tags as far as a policy tells them apart. Source: Exif 2.32 (CIPA DC-008), section 4.6.
enum ExifTags {
  typealias Tag = ExifBlock.Tag

  static let orientation = Tag(.primary, 0x112)
  static let description = Tag(.primary, 0x10e)
  static let artist = Tag(.primary, 0x13b)
  static let copyright = Tag(.primary, 0x8298)
  static let author = Tag(.primary, 0x9c9d)
  static let dateTaken = Tag(.exif, 0x9003)
  static let makerNote = Tag(.exif, 0x927c)
  static let colorSpace = Tag(.exif, 0xa001)
  static let width = Tag(.exif, 0xa002)
  static let height = Tag(.exif, 0xa003)

  /// Where a text is written.
  static func tag(of text: MetadataPolicy.Text) -> Tag {
    switch text {
    case .copyright: copyright
    case .creator: artist
    case .description: description
    }
  }

  /// Which text a tag says.
  static func text(of tag: Tag) -> MetadataPolicy.Text? {
    MetadataPolicy.Text.allCases.first { self.tag(of: $0) == tag }
  }

  private enum Meaning {
    /// How the numbers in the file become a picture.
    case picture
    case date
    /// Camera, exposure, copyright.
    case harmless
    /// What a policy may remove by itself.
    case part([MetadataPolicy.Part])
  }

  private struct Row {
    let tag: Tag
    /// libexif's, which libvips' fields have too.
    let name: String
    let meaning: Meaning
  }

  private static func rows(
    _ directory: ExifBlock.Directory, _ meaning: Meaning, _ names: KeyValuePairs<Int, String>
  ) -> [Row] {
    names.map { Row(tag: Tag(directory, $0.key), name: $0.value, meaning: meaning) }
  }

  private static let table: [Row] = [
    rows(
      .primary, .picture,
      [
        0x112: "Orientation", 0x13e: "WhitePoint", 0x13f: "PrimaryChromaticities",
        0x211: "YCbCrCoefficients", 0x212: "YCbCrSubSampling", 0x213: "YCbCrPositioning",
        0x214: "ReferenceBlackWhite",
      ]),
    rows(
      .exif, .picture,
      [
        0x9101: "ComponentsConfiguration", 0xa000: "FlashpixVersion", 0xa001: "ColorSpace",
        0xa002: "PixelXDimension", 0xa003: "PixelYDimension", 0xa500: "Gamma",
      ]),
    rows(
      .interoperability, .picture,
      [1: "InteroperabilityIndex", 2: "InteroperabilityVersion"]),
    rows(.primary, .date, [0x132: "DateTime"]),
    rows(
      .exif, .date,
      [
        0x9003: "DateTimeOriginal", 0x9004: "DateTimeDigitized", 0x9010: "OffsetTime",
        0x9011: "OffsetTimeOriginal", 0x9012: "OffsetTimeDigitized", 0x9290: "SubsecTime",
        0x9291: "SubSecTimeOriginal", 0x9292: "SubSecTimeDigitized",
      ]),
    rows(
      .primary, .harmless,
      [
        0x10f: "Make", 0x110: "Model", 0x11a: "XResolution", 0x11b: "YResolution",
        0x128: "ResolutionUnit", 0x8298: "Copyright",
      ]),
    rows(
      .exif, .harmless,
      [
        0x829a: "ExposureTime", 0x829d: "FNumber", 0x8822: "ExposureProgram",
        0x8827: "ISOSpeedRatings", 0x8830: "SensitivityType",
        0x8831: "StandardOutputSensitivity", 0x8832: "RecommendedExposureIndex",
        0x8833: "ISOSpeed", 0x9000: "ExifVersion", 0x9201: "ShutterSpeedValue",
        0x9202: "ApertureValue", 0x9203: "BrightnessValue", 0x9204: "ExposureBiasValue",
        0x9205: "MaxApertureValue", 0x9206: "SubjectDistance", 0x9207: "MeteringMode",
        0x9208: "LightSource", 0x9209: "Flash", 0x920a: "FocalLength", 0xa217: "SensingMethod",
        0xa300: "FileSource", 0xa301: "SceneType", 0xa401: "CustomRendered",
        0xa402: "ExposureMode", 0xa403: "WhiteBalance", 0xa404: "DigitalZoomRatio",
        0xa405: "FocalLengthIn35mmFilm", 0xa406: "SceneCaptureType", 0xa407: "GainControl",
        0xa408: "Contrast", 0xa409: "Saturation", 0xa40a: "Sharpness",
        0xa40c: "SubjectDistanceRange", 0xa432: "LensSpecification", 0xa433: "LensMake",
        0xa434: "LensModel",
      ]),
    rows(.exif, .part([.makerNotes]), [0x927c: "MakerNote"]),
    rows(
      .exif, .part([.serials]),
      [0xa420: "ImageUniqueID", 0xa431: "BodySerialNumber", 0xa435: "LensSerialNumber"]),
    rows(.primary, .part([.serials]), [0xc62f: "CameraSerialNumber"]),
    rows(.primary, .part([.owner]), [0x13b: "Artist", 0x9c9d: "XPAuthor"]),
    rows(.exif, .part([.owner]), [0xa430: "CameraOwnerName"]),
    // Of no part, and not harmless.
    rows(.primary, .part([]), [0x10e: "ImageDescription"]),
    // Whole blocks, where nobody looks for them.
    rows(
      .primary, .part([.xmp, .gps, .places, .people, .owner, .serials]), [0x2bc: "XMLPacket"]),
    rows(
      .primary, .part([.iptc, .places, .owner]), [0x83bb: "IPTC/NAA", 0x8649: "ImageResources"]),
  ].flatMap(\.self)

  private static func tags(where isWanted: (Meaning) -> Bool) -> Set<Tag> {
    Set(table.filter { isWanted($0.meaning) }.map(\.tag))
  }

  static let picture = tags { if case .picture = $0 { true } else { false } }
  static let dates = tags { if case .date = $0 { true } else { false } }
  static let harmless = tags { if case .harmless = $0 { true } else { false } }

  /// What a block must have, whatever else it says.
  static let formal: Set<Tag> = [
    Tag(.primary, 0x11a), Tag(.primary, 0x11b), Tag(.primary, 0x128), Tag(.primary, 0x213),
    Tag(.exif, 0x9000), Tag(.exif, 0x9101), Tag(.exif, 0xa000), colorSpace, width, height,
  ]

  /// Of no use to anybody who looks for a person or a place.
  static let known = picture.union(dates).union(harmless)

  private static let parts: [Tag: [MetadataPolicy.Part]] = Dictionary(
    uniqueKeysWithValues: table.compactMap { row in
      if case .part(let parts) = row.meaning { (row.tag, parts) } else { nil }
    })

  /// What a tag tells that a policy may remove by itself.
  static func parts(of tag: Tag) -> [MetadataPolicy.Part] {
    switch tag.directory {
    case .gps: [.gps]
    case .thumbnail: [.thumbnails]
    case .primary, .exif, .interoperability: parts[tag] ?? []
    }
  }

  private static let numbers: [ExifBlock.Directory: [String: Int]] = table.reduce(into: [:]) {
    $0[$1.tag.directory, default: [:]][$1.name] = $1.tag.number
  }

  /// The tag of a field such as "exif-ifd2-FNumber", numbered -1 if the table does not have it; nil
  /// for other fields.
  static func tag(field: String) -> Tag? {
    let parts = field.split(separator: "-", maxSplits: 2)
    guard parts.count == 3, parts[0] == "exif", parts[1].hasPrefix("ifd"),
      let directory = Int(parts[1].dropFirst(3)).flatMap({ ExifBlock.Directory(rawValue: $0) })
    else { return nil }
    return Tag(directory, numbers[directory]?[String(parts[2])] ?? -1)
  }
}
