import Manifest
import Testing

@testable import Imaging

@Suite struct ColouringTests {
  /// What becomes of one colour.
  func colour(_ colour: [UInt8], _ operation: Edit) throws -> [Int] {
    let picture = try plain(colour, Size(4, 4))
    let result = try render(file(picture), [operation]).picture
    return try result.bytes()[..<result.bands].map { Int($0) }
  }

  @Test("hue turns red to green to blue and keeps grey; a full turn changes nothing")
  func hue() throws {
    let green = try colour([220, 40, 40], Edit("hue", ["angle": 120]))
    #expect(green[1] > green[0] && green[1] > green[2])
    let blue = try colour([220, 40, 40], Edit("hue", ["angle": 240]))
    #expect(blue[2] > blue[0] && blue[2] > blue[1])
    #expect(try colour([90, 90, 90], Edit("hue", ["angle": 77])) == [90, 90, 90])
    #expect(try colour([220, 40, 40], Edit("hue", ["angle": -360])) == [220, 40, 40])
  }

  @Test("a lower temperature is warmer, a higher one cooler, and grey keeps its lightness")
  func temperature() throws {
    let warm = try colour([120, 120, 120], Edit("temperature", ["kelvin": 4000]))
    #expect(warm[0] > 120 && warm[2] < 120)
    let cool = try colour([120, 120, 120], Edit("temperature", ["kelvin": 9000]))
    #expect(cool[0] < 120 && cool[2] > 120)
    for part in try [warm, cool, colour([120], Edit("temperature", ["kelvin": 2500]))] {
      let light = zip(part, [0.2126, 0.7152, 0.0722])
        .map { LinearLight.decoded(Double($0) / 255) * $1 }.reduce(0, +)
      #expect(abs(LinearLight.encoded(light) * 255 - 120) < 1.5, "\(part)")
    }
  }

  @Test("duotone prints black and white in its two colours")
  func duotone() throws {
    let operation = Edit("duotone", ["dark": "#102030", "light": "#ffe0c0"])
    #expect(try colour([0, 0, 0], operation) == [16, 32, 48])
    #expect(try colour([255, 255, 255], operation) == [255, 224, 192])
    #expect(try colour([255], operation) == [255, 224, 192])
  }

  @Test("tint gives a grey as light as the colour the colour, and leaves black and white")
  func tint() throws {
    let operation = Edit("tint", ["color": "#704214"])
    #expect(try colour([0, 0, 0], operation) == [0, 0, 0])
    #expect(try colour([255, 255, 255], operation) == [255, 255, 255])
    let grey = try colour([0x70, 0x42, 0x14], Edit("grayscale"))[0]
    let tinted = try colour([UInt8(grey)], operation)
    // libvips' grey weighs the colours a little otherwise than sRGB does.
    #expect(zip(tinted, [0x70, 0x42, 0x14]).allSatisfy { abs($0 - $1) <= 4 }, "\(tinted)")
    #expect(try colour([9, 80, 7], Edit("tint", ["color": "white"]))[0] > 0)
  }

  @Test("what makes colours of tones keeps alpha", arguments: ["tint", "duotone", "temperature"])
  func alpha(_ name: String) throws {
    let edits: [String: Edit] = [
      "tint": Edit("tint", ["color": "red"]), "temperature": Edit("temperature", ["kelvin": 3000]),
      "duotone": Edit("duotone", ["dark": "navy", "light": "white"]),
    ]
    let picture = try scene(bands: 2)
    let result = try render(file(picture), [edits[name]!]).picture
    #expect(result.bands == 4)
    func alpha(_ picture: Picture) throws -> [UInt8] {
      try picture.call("extract_band", [("band", .number(picture.bands - 1))]).bytes()
    }
    #expect(try alpha(result) == alpha(picture))
  }

  @Test("a vignette leaves the middle, darkens the corners by its strength, and all sides alike")
  func vignette() throws {
    let white = try plain([255], Size(101, 61))
    let result = try render(
      file(white), [Edit("vignette", ["strength": 0.6, "radius": 0.5])]
    ).picture
    let rows = try result.bytes().chunks(of: 101)
    #expect(rows[30][50] == 255 && rows[30][70] == 255)
    #expect(abs(Int(rows[0][0]) - 102) <= 3)
    let mirrored = try result.call("rot", [("angle", "d180")])
    #expect(try difference(result, mirrored) == 0)
  }

  @Test("median takes single specks away and keeps edges")
  func median() throws {
    var pixels = [UInt8](repeating: 0, count: 20 * 20)
    for y in 0..<20 { for x in 10..<20 { pixels[y * 20 + x] = 200 } }
    let clean = pixels
    pixels[5 * 20 + 4] = 255
    pixels[12 * 20 + 15] = 0
    let picture = try raster(pixels, Size(20, 20))
    #expect(try render(file(picture), [Edit("median")]).bytes == clean)
  }
}
