import Files

/// What the first directory of a TIFF file says besides the picture. Directories only are read and
/// written, never pixels; the 64-bit kind is not known here.
/// Source: TIFF 6.0, section 2; Exif 2.32 (CIPA DC-008), section 4.5.
struct TIFFFile {
  private let file: Descriptor
  private let size: Int
  private let isLittleEndian: Bool

  /// What makes the picture and where it lies, and whole blocks.
  private static let structure: Set = [
    0xfe, 0xff, 0x100, 0x101, 0x102, 0x103, 0x106, 0x107, 0x108, 0x109, 0x10a, 0x111, 0x112, 0x115,
    0x116, 0x117, 0x118, 0x119, 0x11c, 0x120, 0x121, 0x122, 0x123, 0x124, 0x125, 0x129, 0x12d,
    0x13d, 0x13e, 0x13f, 0x140, 0x141, 0x142, 0x143, 0x144, 0x145, 0x146, 0x147, 0x148, 0x14a,
    0x14c, 0x14d, 0x14e, 0x150, 0x152, 0x153, 0x154, 0x155, 0x156, 0x157, 0x158, 0x15a, 0x15b,
    0x200, 0x201, 0x202, 0x203, 0x205, 0x206, 0x207, 0x208, 0x209, 0x211, 0x212, 0x213, 0x214,
    0x22f, 0x2bc, 0x83bb, 0x8649, 0x8773, 0x935c,
  ]
  /// Of compressed pictures only, says EXIF.
  private static let ofCompressed = [
    ExifTags.width, ExifTags.height, ExifBlock.Tag(.exif, 0x9101), ExifBlock.Tag(.exif, 0x9102),
  ]
  private static let xmp = ExifBlock.Tag(.primary, 0x2bc)
  private static let iptc = ExifBlock.Tag(.primary, 0x83bb)
  private static let resources = ExifBlock.Tag(.primary, 0x8649)
  /// More than this in all values is nobody's description.
  private static let longest = 16 << 20

  /// nil if it is no such file.
  init?(_ file: Descriptor) throws {
    self.file = file
    size = Int(try file.status().size)
    switch try file.read(4, at: 0) {
    case [0x49, 0x49, 0x2a, 0]: isLittleEndian = true
    case [0x4d, 0x4d, 0, 0x2a]: isLittleEndian = false
    default: return nil
    }
  }

  /// Its tags that EXIF has too are a block of EXIF here.
  func blocks() throws -> MetadataBlocks {
    let start = try firstDirectory
    var directories = ExifDirectories(isLittleEndian: isLittleEndian)
    var left = Self.longest
    try read(.primary, at: start, into: &directories, &left)
    var blocks = MetadataBlocks(exif: directories.block)
    var iptc: [UInt8]?
    for record in try records(at: start).records {
      switch ExifBlock.Tag(.primary, record.tag) {
      case Self.xmp: blocks.xmp = try value(record, &left)?.bytes
      case Self.iptc: iptc = try value(record, &left)?.bytes
      case Self.resources: blocks.photoshop = try value(record, &left)?.bytes
      default: break
      }
    }
    var resources = PhotoshopResources(blocks.photoshop ?? [])
    if let iptc, resources?.iptc == nil {
      resources = resources ?? PhotoshopResources()
      resources?.add(iptc: PhotoshopResources.withoutPadding(iptc))
      blocks.photoshop = resources?.bytes
    }
    return blocks
  }

  /// Adds what the file does not say yet. Its picture stays where it is.
  func add(_ blocks: MetadataBlocks) throws {
    var directories =
      blocks.exif.flatMap { ExifBlock($0) }.map { ExifDirectories($0) }
      ?? ExifDirectories(isLittleEndian: isLittleEndian)
    directories = directories.inOrder(littleEndian: isLittleEndian)
    for tag in directories.values[.primary, default: [:]].keys where Self.structure.contains(tag) {
      directories[ExifBlock.Tag(.primary, tag)] = nil
    }
    for tag in Self.ofCompressed { directories[tag] = nil }
    let resources = blocks.photoshop.flatMap { PhotoshopResources($0) }
    directories[Self.xmp] = blocks.xmp.map { .init(bytes: $0, type: 1) }
    directories[Self.resources] = resources?.bytesBesideIPTC.map { .init(bytes: $0, type: 1) }
    // As Photoshop and exiftool write it. As bytes, libvips 8.14 reads four times what is there.
    directories[Self.iptc] = resources?.iptc.map { .init(bytes: $0, type: 4) }
    guard directories.block != nil else { return }
    let (records, next) = try records(at: firstDirectory)
    for record in records {
      directories[ExifBlock.Tag(.primary, record.tag)] = ExifDirectories.Value(
        type: record.type, count: record.count, bytes: record.field, isRecord: true)
    }
    let place = size + size % 2
    guard place <= Int(UInt32.max) else { return }
    try file.write(directories.laidOut(from: place, next: next), at: Int64(place))
    try file.write([UInt8](place, 4, littleEndian: isLittleEndian), at: 4)
  }

  private var firstDirectory: Int {
    get throws { number(4, try file.read(4, at: 4), 0) ?? 0 }
  }

  private struct Record {
    let tag: Int
    let type: Int
    let count: Int
    let field: [UInt8]
  }

  private func number(_ width: Int, _ bytes: [UInt8], _ place: Int) -> Int? {
    bytes.number(width, at: place, littleEndian: isLittleEndian)
  }

  /// A directory's records and the place of the next directory.
  private func records(at start: Int) throws -> (records: [Record], next: Int) {
    guard start >= 8, let count = number(2, try file.read(2, at: Int64(start)), 0) else {
      return ([], 0)
    }
    let bytes = try file.read(count * 12 + 4, at: Int64(start) + 2)
    let records = (0..<bytes.count / 12).map { index in
      let place = index * 12
      // All within, as was just counted.
      return Record(
        tag: number(2, bytes, place)!, type: number(2, bytes, place + 2)!,
        count: number(4, bytes, place + 4)!, field: Array(bytes[place + 8..<place + 12]))
    }
    return (records, number(4, bytes, count * 12) ?? 0)
  }

  private func read(
    _ directory: ExifBlock.Directory, at start: Int, into directories: inout ExifDirectories,
    _ left: inout Int
  ) throws {
    for record in try records(at: start).records {
      let tag = ExifBlock.Tag(directory, record.tag)
      if let other = ExifDirectories.directory(referredBy: tag), other != directory {
        try read(other, at: number(4, record.field, 0) ?? 0, into: &directories, &left)
        continue
      }
      if directory == .primary && Self.structure.contains(record.tag) { continue }
      directories[tag] = try value(record, &left)
    }
  }

  /// nil if it is of no known type, or longer than what is left of the limit.
  private func value(_ record: Record, _ left: inout Int) throws -> ExifDirectories.Value? {
    guard ExifBlock.widths.indices.contains(record.type - 1) else { return nil }
    let length = ExifBlock.widths[record.type - 1] * record.count
    guard length <= left else { return nil }
    left -= length
    let bytes =
      length <= 4
      ? Array(record.field[..<length])
      : try file.read(length, at: Int64(number(4, record.field, 0) ?? 0))
    return ExifDirectories.Value(type: record.type, count: record.count, bytes: bytes)
  }
}
