import Files
import Testing

@testable import Imaging

@Suite struct JXLContainerTests {
  static let blocks = MetadataBlocks(exif: SecretPhoto.exif(), xmp: SecretPhoto.xmp)

  @Test("Metadata is put into a container of its own, read again and taken out again")
  func rewritten() throws {
    let plain = try file(scene(), as: "jxlsave_target").readAll()
    #expect(JXLContainer(plain)?.blocks == MetadataBlocks())
    let full = try #require(JXLContainer(plain)).rewritten(Self.blocks)
    let container = try #require(JXLContainer(full))
    #expect(container.blocks == Self.blocks)
    #expect(container.rewritten(Self.blocks) == full)
    let bare = container.rewritten(MetadataBlocks())
    #expect(JXLContainer(bare)?.blocks == MetadataBlocks())
    #expect(!bare.contains("SECRET"))
    for bytes in [full, bare] {
      #expect(try difference(open(file(bytes: bytes)), open(file(bytes: plain))) == 0)
    }
  }

  @Test("A box that cannot be read is known as such, and goes")
  func closed() throws {
    let full = try SecretPhoto.jxl() + [0, 0, 0, 12] + Array("brobExif".utf8)
    let container = try #require(JXLContainer(full))
    #expect(container.hasClosedBox)
    #expect(JXLContainer(container.rewritten(Self.blocks))?.hasClosedBox == false)
  }

  @Test("Bytes cut off or flipped crash nothing")
  func hostile() throws {
    let whole = try SecretPhoto.jxl()
    var random = SplitMix(seed: 3)
    for round in 0..<300 {
      var bytes = whole
      if round < 100 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      guard let container = JXLContainer(bytes) else { continue }
      _ = container.blocks
      _ = container.rewritten(Self.blocks)
    }
  }
}
