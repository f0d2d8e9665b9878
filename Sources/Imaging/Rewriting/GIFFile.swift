import Files

/// A GIF file, to which an XMP packet can be added.
/// Source: GIF89a, section 26; XMP specification part 3, section 1.1.2.
struct GIFFile {
  private let file: Descriptor
  private let size: Int64

  private static let trailer: UInt8 = 0x3b
  private static let head: [UInt8] = [0x21, 0xff, 11] + Array("XMP DataXMP".utf8)
  /// Leads a reader that takes the packet for blocks of GIF behind its end, wherever it comes from.
  private static let landing: [UInt8] =
    [1] + (0...255).reversed().map { UInt8($0) } + [0]

  /// nil if it does not end as such a file does.
  init?(_ file: Descriptor) throws {
    self.file = file
    size = try file.status().size
    guard try file.read(6, at: 0).hasPrefix("GIF89a"),
      try file.read(1, at: size - 1) == [Self.trailer]
    else { return nil }
  }

  func add(xmp: [UInt8]) throws {
    try file.write(Self.head + xmp + Self.landing + [Self.trailer], at: size - 1)
  }
}
