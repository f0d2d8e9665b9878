import Manifest
import Testing

@testable import Imaging

@Suite struct PaddingTests {
  @Test("room is added on each side, of its colour", arguments: Kind.allCases)
  func pad(_ kind: Kind) throws {
    let picture = try kind.picture()
    let edit = Edit("pad", ["top": 1, "right": "5%", "bottom": 3, "left": 4, "color": "red"])
    let result = try render(file(picture), [edit]).picture
    #expect(result.size == Size(4 + 60 + 3, 1 + 40 + 3))
    let inner = try result.cut(to: Area(left: 4, top: 1, size: picture.size))
    #expect(try difference(inner, picture.inColour()) == 0)
    let corner = try result.in8Bits().bytes()
    #expect(Array(corner[..<3]) == [255, 0, 0])
    if picture.hasAlpha { #expect(corner[3] == 255) }
  }

  @Test("a border is the same all around, its width a share of the shorter side")
  func border() throws {
    let result = try render(file(scene()), [Edit("border", ["width": "10%"])]).picture
    #expect(result.size == Size(68, 48))
    #expect(try Array(result.bytes()[..<3]) == [255, 255, 255])
    let same = try render(file(scene()), [Edit("pad", ["all": 4])]).picture
    #expect(try difference(result, same) == 0)
  }

  @Test("clear room makes a picture with alpha, also where an output is to contain it")
  func clear() throws {
    let result = try render(file(scene()), [Edit("pad", ["all": 2, "color": "transparent"])])
    #expect(result.picture.bands == 4)
    #expect(try Array(result.bytes[..<4]) == [0, 0, 0, 0])
    let output = OutputSettings(
      format: .png, size: SizeRequest(width: 60, height: 60, fit: .contain),
      background: Color(0, 0, 0, 0))
    #expect(try render(file(scene()), [], output).picture.bands == 4)
  }

  @Test("flatten puts its colour behind and leaves no alpha", arguments: Kind.allCases)
  func flatten(_ kind: Kind) throws {
    let picture = try kind.picture()
    let result = try render(file(picture), [Edit("flatten", ["color": "lime"])]).picture
    #expect(!result.hasAlpha)
    if !picture.hasAlpha {
      #expect(try difference(result, picture) == 0)
    } else {
      // At the left alpha is 60 of 255.
      let pixel = try result.in8Bits().bytes()
      let before = try picture.in8Bits().inColour().bytes()
      let green = Double(before[1]) * 60 / 255 + 255 * 195 / 255.0
      #expect(abs(Double(pixel[1]) - green) < 2)
    }
  }

  @Test(
    "round corners are clear outside, soft at the edge, and all alike", arguments: Kind.allCases)
  func corners(_ kind: Kind) throws {
    let picture = try kind.picture()
    let result = try render(file(picture), [Edit("round-corners", ["radius": 10])]).picture
    #expect(result.size == picture.size && result.hasAlpha)
    #expect(result.bands == picture.colourBands + 1)
    let alphas = try result.in8Bits().call("extract_band", [("band", .number(result.bands - 1))])
      .bytes().chunks(of: 60)
    let before =
      try picture.hasAlpha
      ? picture.in8Bits().call("extract_band", [("band", .number(picture.bands - 1))]).bytes()
        .chunks(of: 60) : nil
    for (x, y) in [(0, 0), (59, 0), (0, 39), (59, 39), (2, 2)] { #expect(alphas[y][x] == 0) }
    for (x, y) in [(10, 0), (0, 10), (30, 20), (4, 4)] {
      #expect(alphas[y][x] == before?[y][x] ?? 255)
    }
    if !picture.hasAlpha {
      #expect(alphas.joined().contains { $0 > 0 && $0 < 255 })
      #expect(alphas == alphas.reversed())
    }
  }

  @Test("a radius of half the shorter side makes a disc")
  func disc() throws {
    let result = try render(
      file(scene(Size(40, 40))), [Edit("round-corners", ["radius": "50%"])]
    ).picture
    let clear = try result.call("extract_band", [("band", 3)]).bytes().map { 1 - Double($0) / 255 }
    #expect(abs(clear.reduce(0, +) - (1600 - 400 * Double.pi)) < 8)
  }
}
