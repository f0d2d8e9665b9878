import Files
import Manifest
import RenderProtocol
import Testing

@testable import Imaging

@Suite struct MeasuringTests {
  static let measured: [Edit] = [
    Edit("normalize"), Edit("crop", ["aspect": "1:1", "gravity": "attention"]),
    Edit("retro", ["palette": 6]), Edit("trim"),
  ]

  /// A picture that the decoder may shrink, of dull tones in a frame.
  func source() throws -> Descriptor {
    let dull = try scene().resized(to: Size(1600, 1200), kernel: .cubic).call(
      "linear", [("a", 0.5), ("b", 60), ("uchar", true)])
    let framed = try dull.placed(Placement(left: 16, top: 24, canvas: Size(1640, 1250)), .white)
    return try file(framed, as: "jpegsave_target", [("Q", 95)])
  }

  @Test("a value is the same for every set of outputs", arguments: measured)
  func sets(_ edit: Edit) throws {
    func values(_ widths: [Int?]) throws -> [Measured?] {
      let outputs = widths.map { width in
        OutputSettings(format: .png, size: width.map { SizeRequest(width: $0) })
      }
      return try renderAll(source(), [edit, Edit("sepia")], outputs).reply.measured
    }
    let alone = try values([50])
    #expect(alone.count == 2 && alone[0] != nil && alone[1] == nil)
    #expect(try values([nil]) == alone)
    #expect(try values([700, 50]) == alone)
  }

  @Test("values that were measured before are taken as they are", arguments: measured)
  func given(_ edit: Edit) throws {
    let known: [String: Measured] = [
      "normalize": ["black": 0.4, "white": 0.5], "crop": ["x": 0, "y": 0],
      "retro": ["colors": [0xff0000, 0x0000ff]],
      "trim": ["left": 100, "top": 100, "width": 50, "height": 20],
    ]
    let files = [try MemoryFile.make()]
    let reply = try Renderer().render(
      source: source(),
      request: Request.Render(
        limits: Limits(), operations: [edit], measured: [known[edit.name]],
        outputs: [OutputSettings(format: .png)]),
      files: files, progress: { _ in })
    #expect(reply.measured == [known[edit.name]])
    let picture = try open(files[0])
    switch edit.name {
    case "retro":
      let corner = try picture.cut(to: Area(left: 0, top: 0, size: Size(200, 200)))
      #expect(try Set(corner.bytes().chunks(of: 3)).isSubset(of: [[255, 0, 0], [0, 0, 255]]))
    case "trim": #expect(picture.size == Size(50, 20))
    case "crop": #expect(picture.size == Size(1250, 1250))
    default: #expect(try picture.bytes().contains(0) && picture.bytes().contains(255))
    }
  }

  @Test("an operation is measured on what those before it made")
  func order() throws {
    let source = try file(scene())
    let dark = Edit("levels", ["black": 0.5, "white": 1])
    func black(_ edits: [Edit]) throws -> Double {
      let values = try renderAll(source, edits, [OutputSettings(format: .png)]).reply.measured
      guard case .number(let number)? = values.last??["black"] else { return -1 }
      return number
    }
    #expect(try black([Edit("normalize")]) > 0.1)
    #expect(try black([dark, Edit("normalize")]) == 0)
    #expect(try black([Edit("pad", ["all": 9, "color": "black"]), Edit("normalize")]) == 0)
  }

  @Test("two ways to treat the profile share what was measured")
  func profiles() throws {
    let outputs = ProfilePolicy.allCases.map { OutputSettings(format: .png, profile: $0) }
    let (files, reply) = try renderAll(source(), [Edit("trim"), Edit("normalize")], outputs)
    #expect(reply.measured.allSatisfy { $0 != nil })
    #expect(try open(files[0]).size == open(files[1]).size)
  }
}
