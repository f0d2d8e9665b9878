import Files
import Manifest
import Testing

@testable import Imaging

@Suite struct RetroTests {
  @Test(
    "retro leaves the palette's colours only",
    arguments: Palette.named.keys.sorted(),
    ["none", "bayer2", "bayer4", "bayer8", "floyd-steinberg"])
  func colours(_ palette: String, _ dither: String) throws {
    let operation = Edit(
      "retro",
      ["columns": .number(50), "palette": .text(palette), "dither": .text(dither)])
    let result = try render(file(scene(Size(130, 90))), [operation]).picture
    let allowed = Set(Palette.named[palette]!.colors.map { [$0.red, $0.green, $0.blue] })
    let found = Set(try result.bytes().chunks(of: 3).map { $0.map(Int.init) })
    #expect(found.isSubset(of: allowed))
    #expect(found.count > 1)
    // 130 / 50 is 2 whole, 90 * 50 / 130 is 34 rows.
    #expect(result.size == Size(100, 68))
  }

  @Test(
    "an adaptive palette has at most so many colours, near to the picture's", arguments: [2, 7, 64])
  func adaptive(_ count: Int) throws {
    let operation = Edit("retro", ["columns": 60, "palette": .number(Double(count))])
    let picture = try scene()
    let result = try render(file(picture), [operation]).picture
    let colors = Set(try result.bytes().chunks(of: 3))
    #expect(colors.count > count / 2 && colors.count <= count)
    let errors = try zip(result.bytes(), picture.bytes()).map { abs(Int($0) - Int($1)) }
    let mean = Double(errors.reduce(0, +)) / Double(errors.count)
    #expect(mean < [2: 35, 7: 20, 64: 7][count]!, "\(mean)")
  }

  @Test("a picture of few colours keeps exactly these")
  func fewColours() throws {
    let colors: [[UInt8]] = [[10, 20, 30], [200, 0, 0], [0, 200, 0], [250, 250, 250]]
    let bytes = (0..<400).flatMap { colors[$0 % 4] }
    let found = AdaptivePalette(bytes).colors(16)
    #expect(Set(found) == [0x0a141e, 0xc80000, 0x00c800, 0xfafafa])
  }

  @Test("all frames of an animation share one palette")
  func frames() throws {
    let operation = Edit("retro", ["columns": 60, "palette": 5])
    let output = OutputSettings(format: .webp, encoding: Encoding(lossless: true))
    let result = try render(animation(as: "webpsave_target"), [operation], output).picture
    #expect(result.integer("n-pages") == 5)
    let opaque = try result.flattened(on: .white)
    #expect(try Set(opaque.bytes().chunks(of: 3)).count <= 5)
  }

  @Test("dithering keeps the mean of a flat grey")
  func means() throws {
    let half = [UInt8](repeating: 127, count: 64 * 64 * 3)
    let blackAndWhite = Palette([0x000000, 0xffffff])
    for dither in [Dither.bayer2, .bayer4, .bayer8, .floydSteinberg] {
      var pixels = half
      dither.map(&pixels, width: 64, to: blackAndWhite)
      let mean = pixels.map(Int.init).reduce(0, +) / pixels.count
      #expect(abs(mean - 127) < 6, "\(dither)")
    }
  }

  @Test("scanlines darken a part of the rows")
  func scanlines() throws {
    let operation = Edit(
      "retro", ["columns": .number(20), "palette": .text("ega"), "scanlines": .number(1)])
    let rows = try render(file(scene()), [operation]).picture.bytes().chunks(of: 180)
    #expect(rows[2].allSatisfy { $0 == 0 })
    #expect(!rows[0].allSatisfy { $0 == 0 })
  }

  @Test("a picture smaller than the columns keeps its pixels' number, a strip stays a strip")
  func small() throws {
    #expect(try render(file(scene(Size(60, 40))), [Edit("retro")]).picture.size == Size(60, 40))
    #expect(try render(file(scene(Size(900, 2))), [Edit("retro")]).picture.size == Size(320, 2))
  }

  @Test("retro to a lossy format is warned of")
  func lossy() throws {
    let source = try file(scene())
    func warnings(_ format: ImageFormat) throws -> [WarningCode] {
      try render(source, [], OutputSettings(format: format, finish: [Edit("retro")])).warnings
    }
    #expect(try warnings(.jpeg) == [.paletteLost])
    #expect(try warnings(.png) == [])
    let edited = try render(source, [Edit("retro")], OutputSettings(format: .jpeg))
    #expect(edited.warnings == [.paletteLost])
  }
}
