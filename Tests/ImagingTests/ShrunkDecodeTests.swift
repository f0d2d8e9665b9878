import Files
import FoundationEssentials
import Glibc
import Manifest
import RenderProtocol
import Testing

@testable import Imaging

@Suite struct ShrunkDecodeTests {
  static let edits: [Edit] = [
    Edit("crop", ["x": 103, "y": "10%", "width": 771, "height": 500]),
    Edit("crop", ["aspect": "1:1", "gravity": "attention"]),
    Edit("crop", ["area": "390x844", "fit": "width", "zoom": CropTests.zoom(1.7)]),
    Edit("rotate", ["angle": 3.5]), Edit("rotate", ["angle": 30, "crop": false]),
    Edit("rotate", ["angle": 270]), Edit("flip", ["direction": "horizontal"]),
    Edit("pad", ["left": 31, "top": 7, "color": "teal"]), Edit("border", ["width": "4%"]),
    Edit("round-corners", ["radius": 90]), Edit("vignette"),
    Edit("normalize"), Edit("exposure", ["amount": 0.5]), Edit("hue", ["angle": 40]),
    Edit("temperature", ["kelvin": 5000]), Edit("duotone", ["dark": "navy", "light": "#ffe0c0"]),
    Edit("blur", ["sigma": 25]),
    Edit("watermark", ["sha256": "mark", "margin": 30, "gravity": "north-west"]),
  ]

  @Test(
    "a shrunk decode shows the same as the whole, only smaller", arguments: edits,
    [180, 90, 45])
  func shrunk(_ edit: Edit, _ width: Int) throws {
    let path = FileManager.default.currentDirectoryPath + "/jobs/photos/still-life.jpg"
    let source = try Descriptor.open(BytePath(path), O_RDONLY)
    // Two operations in a row: the second one's lengths are of the first one's result.
    let edits = [edit, Edit("pad", ["right": 40, "color": "black"])]
    let marks = [try file(plain([200, 0, 0, 200], Size(300, 100)))]
    let small = OutputSettings(format: .png, size: SizeRequest(width: width))
    let (shrunk, reply) = try renderAll(source, edits, [small], attachments: marks)
    let (whole, other) = try renderAll(
      source, edits, [OutputSettings(format: .png), small], attachments: marks)
    #expect(reply.decodeScale < 1 && other.decodeScale == 1)
    #expect(reply.measured == other.measured)
    let (one, two) = try (open(shrunk[0]), open(whole[1]))
    #expect(one.size == two.size)
    let mean = try meanDifference(one.flattened(on: .white), two.flattened(on: .white))
    #expect(mean < 2, "\(mean)")
  }
}

/// Of all numbers of two pictures of one shape.
func meanDifference(_ one: Picture, _ other: Picture) throws -> Double {
  let (bytes, others) = try (one.bytes(), other.bytes())
  let sum = zip(bytes, others).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
  return Double(sum) / Double(bytes.count)
}
