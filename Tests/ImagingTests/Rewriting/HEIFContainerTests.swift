import Files
import Testing

@testable import Imaging

@Suite struct HEIFContainerTests {
  @Test("What libheif has written is read again")
  func blocks() throws {
    let blocks = try #require(HEIFContainer(SecretPhoto.avif())).blocks
    #expect(blocks.xmp == SecretPhoto.xmp)
    let exif = try #require(blocks.exif.flatMap { ExifBlock($0) })
    for tag in [ExifTags.dateTaken, ExifTags.makerNote, ExifTags.copyright, ExifBlock.Tag(.gps, 2)]
    {
      #expect(exif.has(tag), "\(tag)")
    }
    let plain = try file(scene(), as: "heifsave_target", [("compression", "av1"), ("strip", true)])
    #expect(try HEIFContainer(plain.readAll())?.blocks == MetadataBlocks())
    #expect(HEIFContainer(try SecretPhoto.jxl()) == nil)
  }

  @Test("Bytes cut off or flipped crash nothing")
  func hostile() throws {
    let whole = try SecretPhoto.avif()
    var random = SplitMix(seed: 5)
    for round in 0..<400 {
      var bytes = whole
      if round < 100 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        // Most of what it tells stands at the start.
        bytes[Int.random(in: 0..<min(500, bytes.count), using: &random)] = .random(
          in: 0...255, using: &random)
      }
      _ = HEIFContainer(bytes)?.blocks
    }
  }
}
