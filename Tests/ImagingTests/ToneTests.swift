import Manifest
import Testing

@testable import Imaging

@Suite struct ToneTests {
  /// What becomes of one tone of grey, 0…255.
  func tone(_ tone: UInt8, _ operation: Edit) throws -> Int {
    let picture = try plain([tone], Size(4, 4))
    return Int(try render(file(picture), [operation]).bytes[0])
  }

  @Test("tones go where the formula says")
  func tones() throws {
    // A stop is twice the light: 127 is 0.2122 of it, and 0.4245 is 174.
    #expect(try tone(127, Edit("exposure", ["amount": 1])) == 174)
    #expect(try tone(174, Edit("exposure", ["amount": -1])) == 127)
    #expect(try tone(64, Edit("gamma", ["gamma": 2])) == 128)
    #expect(try tone(51, Edit("levels", ["black": 0.2, "white": 0.6])) == 0)
    #expect(try tone(102, Edit("levels", ["black": 0.2, "white": 0.6])) == 128)
    #expect(try tone(160, Edit("levels", ["black": 0.2, "white": 0.6])) == 255)
    #expect(try tone(127, Edit("threshold")) == 0)
    #expect(try tone(128, Edit("threshold")) == 255)
    #expect(try tone(60, Edit("posterize", ["levels": 4])) == 85)
    #expect(try tone(10, Edit("invert")) == 245)
  }

  static func curve(_ points: [(Double, Double)]) -> Edit {
    Edit(
      "curves",
      ["points": .list(points.map { .list([.number($0.0), .number($0.1)]) })])
  }

  @Test("a curve goes through its points, never turns back, and is flat beyond them")
  func curves() throws {
    let points = [(0.0, 0.0), (0.25, 0.02), (0.5, 0.9), (0.8, 0.9), (1.0, 1.0)]
    let curve = try #require(Curves(Self.curve(points)).curve)
    for (x, y) in points { #expect(abs(curve(x) - y) < 1e-12) }
    let tones = stride(from: 0, through: 1, by: 1.0 / 512).map(curve)
    #expect(zip(tones, tones.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
    #expect(curve(0.65) == 0.9)
    let short = try #require(Curves(Self.curve([(0.2, 0.1), (0.8, 0.7)])).curve)
    #expect(short(0) == 0.1 && short(1) == 0.7 && abs(short(0.5) - 0.4) < 1e-12)
  }

  @Test("what is inverted twice is the picture again", arguments: Kind.allCases)
  func invertTwice(_ kind: Kind) throws {
    let picture = try kind.picture()
    #expect(
      try difference(render(file(picture), [Edit("invert"), Edit("invert")]).picture, picture) == 0)
  }

  @Test("posterize leaves as many tones as asked for, black and white among them")
  func posterize() throws {
    let ramp = try raster((0...255).map { UInt8($0) }, Size(256, 1))
    let tones = Set(try render(file(ramp), [Edit("posterize", ["levels": 5])]).bytes)
    #expect(tones == [0, 64, 128, 191, 255])
  }

  @Test("normalize stretches to the whole range, one way for all bands", arguments: Kind.allCases)
  func normalize(_ kind: Kind) throws {
    let picture = try kind.picture()
    let result = try render(file(picture), [Edit("normalize")]).picture
    let tones = try result.in8Bits().call(
      "extract_band", [("band", 0), ("n", .number(picture.colourBands))]
    ).bytes()
    #expect(tones.min() == 0 && tones.max() == 255)
    // A second time there is next to nothing left to do.
    let twice = try render(file(picture), [Edit("normalize"), Edit("normalize")]).picture
    #expect(try abs(difference(twice.in8Bits(), result.in8Bits())!) <= 12)
  }

  @Test("normalize leaves a picture of one tone as it is")
  func flat() throws { #expect(try tone(90, Edit("normalize")) == 90) }

  @Test("clahe raises contrast where there is little, keeps colours apart, and 1 changes little")
  func clahe() throws {
    let dull = try scene(Size(128, 128)).call("linear", [("a", 0.3), ("b", 80), ("uchar", true)])
    func spread(_ limit: Double) throws -> Int {
      let operation = Edit("clahe", ["tile": 64, "limit": .number(limit)])
      let bytes = try render(file(dull), [operation]).picture.inGrey().bytes()
      return Int(bytes.max()!) - Int(bytes.min()!)
    }
    let before = try dull.inGrey().bytes()
    let own = Int(before.max()!) - Int(before.min()!)
    #expect(try abs(spread(1) - own) <= 8)
    #expect(try spread(3) > own * 3 / 2)
    #expect(try spread(0) > spread(3))
  }

  @Test("clahe does the same at 8 and 16 bits")
  func deepClahe() throws {
    let operation = Edit("clahe", ["tile": 20])
    let shallow = try render(file(scene(bands: 1)), [operation]).picture
    let deep = try render(file(deepScene(bands: 1)), [operation]).picture.in8Bits()
    let difference = try #require(try difference(shallow, deep))
    #expect(difference <= 2)
  }
}
