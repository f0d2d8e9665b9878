import CVips
import Files
import Manifest
import RenderProtocol
import Testing

@testable import Imaging

@Suite struct OrientationTests {
  /// The picture stored so that it comes upright by its tag.
  func stored(_ orientation: Int, as saver: String) throws -> Descriptor {
    // What undoes each orientation; 6 and 8 undo each other.
    let undoing = [1, 2, 3, 4, 5, 8, 7, 6][orientation - 1]
    let turned = try scene().copy()
    turned.set("orientation", undoing)
    let stored = try turned.call("autorot").copy()
    stored.set("orientation", orientation)
    if saver == "pngsave_target" { stored.set("exif-data", blob: emptyExif) }
    let settings: [(String, Argument)] =
      switch saver {
      case "jpegsave_target": [("Q", 100), ("subsample-mode", "off")]
      case "webpsave_target": [("lossless", true)]
      default: []
      }
    return try file(stored, as: saver, settings)
  }

  @Test(
    "all eight orientations give one upright picture, and no tag is left",
    arguments: ["jpegsave_target", "pngsave_target", "tiffsave_target", "webpsave_target"])
  func upright(_ saver: String) throws {
    let picture = try scene()
    for orientation in 1...8 {
      let source = try stored(orientation, as: saver)
      let header = try Renderer().inspect(source: source, limits: .init())
      #expect(header.width == 60 && header.height == 40)
      for metadata in [MetadataPolicy.private, .keep, .strip] {
        let result = try render(source, [], OutputSettings(format: .png, metadata: metadata))
        #expect(try difference(result.picture, picture)! < 6, "\(orientation)")
        #expect((result.picture.integer("orientation") ?? 1) == 1)
      }
      let jpeg = try render(source, [], OutputSettings(format: .jpeg, metadata: .keep))
      #expect((jpeg.picture.integer("orientation") ?? 1) == 1)
    }
  }

  @Test("a crop is in upright pixels, also where the decoder shrinks")
  func crop() throws {
    let crop = Edit(
      "crop",
      ["x": .number(6), "y": .number(4), "width": .number(30), "height": .number(20)])
    let whole = try scene().cut(to: Area(left: 6, top: 4, size: Size(30, 20)))
    for orientation in 1...8 {
      let source = try stored(orientation, as: "jpegsave_target")
      #expect(try difference(render(source, [crop]).picture, whole)! < 6)
      let small = try render(
        source, [crop], OutputSettings(format: .png, size: SizeRequest(width: 6)))
      #expect(small.picture.size == Size(6, 4))
      #expect(small.reply.decodeScale == 0.5)
    }
  }

  @Test("the orientation in XMP is reset, as attribute and as element")
  func xmp() {
    func reset(_ text: String) -> String? {
      XMPPacket.resettingOrientation(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(reset("<a tiff:Orientation=\"6\" b=\"6\">") == "<a tiff:Orientation=\"1\" b=\"6\">")
    #expect(
      reset("<tiff:Orientation>8</tiff:Orientation>") == "<tiff:Orientation>1</tiff:Orientation>")
    #expect(reset("<a tiff:Orientation='1'>") == nil)
    #expect(reset("<a b=\"6\">") == nil)
  }
}
