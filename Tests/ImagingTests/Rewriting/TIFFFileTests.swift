import Files
import Testing

@testable import Imaging

@Suite struct TIFFFileTests {
  func plain() throws -> Descriptor { try file(scene(), as: "tiffsave_target") }

  func read(_ file: Descriptor) throws -> MetadataBlocks {
    try #require(try TIFFFile(file)).blocks()
  }

  static let blocks = MetadataBlocks(
    exif: SecretPhoto.exif(), xmp: SecretPhoto.xmp, photoshop: SecretPhoto.photoshop)

  @Test("What is added is read again, and the picture stays as it is")
  func add() throws {
    let file = try plain()
    #expect(try read(file).xmp == nil && read(file).photoshop == nil)
    try TIFFFile(file)?.add(Self.blocks)
    let blocks = try read(file)
    #expect(blocks.xmp == Self.blocks.xmp)
    let iptc = try #require(blocks.photoshop.flatMap { PhotoshopResources($0) }?.iptc)
    #expect(iptc.starts(with: SecretPhoto.iptc))
    let exif = try #require(blocks.exif.flatMap { ExifBlock($0) })
    for tag in [ExifTags.dateTaken, ExifTags.makerNote, ExifTags.copyright, ExifBlock.Tag(.gps, 2)]
    {
      #expect(exif.has(tag), "\(tag)")
    }
    #expect(!exif.has(ExifTags.orientation))
    #expect(try difference(open(file), scene()) == 0)
  }

  @Test("A block in the other byte order is turned")
  func order() throws {
    let file = try plain()
    try TIFFFile(file)?.add(MetadataBlocks(exif: SecretPhoto.exif(littleEndian: false)))
    let exif = try #require(read(file).exif.flatMap { ExifBlock($0) })
    #expect(exif.isLittleEndian)
    #expect(exif.value(ExifTags.colorSpace) == 1)
    #expect(try difference(open(file), scene()) == 0)
  }

  @Test("Nothing to add leaves the file alone")
  func nothing() throws {
    let file = try plain()
    let before = try file.readAll()
    try TIFFFile(file)?.add(MetadataBlocks())
    #expect(try file.readAll() == before)
  }

  @Test("Bytes cut off or flipped crash nothing, and what is read stays small")
  func hostile() throws {
    let file = try plain()
    try TIFFFile(file)?.add(Self.blocks)
    let whole = try file.readAll()
    var random = SplitMix(seed: 7)
    for round in 0..<300 {
      var bytes = whole
      if round < 100 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
      // The directories lie behind the picture.
      for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
        let start = max(0, bytes.count - 2500)
        bytes[Int.random(in: start..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      let hostile = try ImagingTests.file(bytes: bytes)
      guard let tiff = try TIFFFile(hostile) else { continue }
      let blocks = try tiff.blocks()
      #expect((blocks.exif?.count ?? 0) < 100_000)
      try tiff.add(Self.blocks)
    }
  }
}
