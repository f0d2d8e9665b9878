import Files
import Manifest
import Testing

@testable import Imaging

@Suite struct CropTests {
  func viewport(_ area: String, _ others: [String: Edit.Value] = [:]) -> Edit {
    Edit("crop", others.merging(["area": .text(area)]) { $1 })
  }

  static func zoom(_ factor: Double, at point: (Double, Double)? = nil) -> Edit.Value {
    var entries: [Edit.Value] = [.list(["by", .number(factor)])]
    if let point { entries.append(.list(["at", .list([.number(point.0), .number(point.1)])])) }
    return .list(entries)
  }

  typealias Row = (area: String, [String: Edit.Value], left: Int, top: Int, Size)

  /// Over a picture of 60x40.
  static let rows: [Row] = [
    ("20x10", [:], 0, 0, Size(20, 10)),
    ("20x10", ["pan": .list([-5, -3])], 5, 3, Size(20, 10)),
    // As wide as the viewport: each of its pixels is three of the picture's.
    ("20x10", ["fit": "width"], 0, 0, Size(60, 30)),
    ("120x40", ["fit": "width"], 0, 0, Size(60, 20)),
    // Around the middle of the viewport, and around a corner.
    ("20x10", ["zoom": zoom(2)], 5, 3, Size(10, 5)),
    ("20x10", ["zoom": zoom(2, at: (20, 10))], 10, 5, Size(10, 5)),
    ("20x10", ["fit": "width", "zoom": zoom(3, at: (0, 0))], 0, 0, Size(20, 10)),
    // Panning is by pixels of the viewport, after the zoom.
    ("20x10", ["zoom": zoom(2, at: (0, 0)), "pan": .list([-8, -4])], 4, 2, Size(10, 5)),
    // What hangs over is cut.
    ("50x50", ["pan": .list([-40, 0])], 40, 0, Size(20, 40)),
    ("50x50", ["pan": .list([10, 20])], 0, 0, Size(40, 30)),
  ]

  @Test("a viewport shows the picture's own pixels", arguments: rows.indices)
  func viewports(_ index: Int) throws {
    let row = Self.rows[index]
    let picture = try scene()
    let result = try render(file(picture), [viewport(row.area, row.1)]).picture
    let right = try picture.cut(to: Area(left: row.left, top: row.top, size: row.4))
    #expect(result.size == row.4)
    #expect(try difference(result, right) == 0)
  }

  @Test("a viewport that shows all changes nothing, and alpha stays", arguments: Kind.allCases)
  func all(_ kind: Kind) throws {
    let picture = try kind.picture()
    for edit in [viewport("600x600"), viewport("30x20", ["fit": "width"])] {
      #expect(try difference(render(file(picture), [edit]).picture, picture) == 0)
    }
    let part = try render(file(picture), [viewport("10x10")]).picture
    #expect(part.bands == picture.bands && part.is16Bit == picture.is16Bit)
  }

  @Test("a viewport beside the picture is EMPTY_CROP")
  func empty() throws {
    let failure = #expect(throws: Failure.self) {
      try render(file(scene()), [viewport("20x20", ["pan": .list([20, 0])])])
    }
    #expect(failure?.code == .emptyCrop)
  }

  @Test("proportions may be a number")
  func number() throws {
    let edit = Edit("crop", ["aspect": 0.5])
    #expect(try render(file(scene()), [edit]).picture.size == Size(20, 40))
  }

  /// Grey with a colourful patch.
  func patched(_ size: Size, at patch: Area) throws -> Picture {
    let grey = try plain([128, 128, 128], size)
    var pixels: [UInt8] = []
    for y in 0..<patch.size.height {
      for x in 0..<patch.size.width {
        pixels += (x / 2 + y / 2) % 2 == 0 ? [250, 40, 20] : [30, 20, 200]
      }
    }
    return try grey.inserting(
      raster(pixels, patch.size, bands: 3), left: patch.left, top: patch.top)
  }

  @Test("measured gravities find what stands out", arguments: ["attention", "entropy"])
  func measured(_ gravity: String) throws {
    let picture = try patched(Size(900, 300), at: Area(left: 760, top: 120, size: Size(60, 60)))
    let edit = Edit("crop", ["aspect": "1:1", "gravity": .text(gravity)])
    let result = try render(file(picture), [edit])
    #expect(result.picture.size == Size(300, 300))
    #expect(try result.bytes.chunks(of: 3).contains([250, 40, 20]))
    let output = OutputSettings(
      format: .png,
      size: SizeRequest(
        width: 100, height: 100, fit: .cover, gravity: Gravity(rawValue: gravity)!))
    let small = try render(file(picture), [], output).picture
    let reds = try small.bytes().chunks(of: 3).count { $0[0] > $0[1] + 20 }
    #expect(small.size == Size(100, 100) && reds > 100)
  }
}
