import CVips
import Files
import Manifest
import Testing

@testable import Imaging

typealias Edit = Manifest.Operation

/// All kinds of pictures that an operation must cope with.
enum Kind: CaseIterable, Sendable {
  case grey, greyAlpha, colour, colourAlpha, deepGrey, deepColour, deepColourAlpha

  func picture() throws -> Picture {
    switch self {
    case .grey: try scene(bands: 1)
    case .greyAlpha: try scene(bands: 2)
    case .colour: try scene(bands: 3)
    case .colourAlpha: try scene(bands: 4)
    case .deepGrey: try deepScene(bands: 1)
    case .deepColour: try deepScene(bands: 3)
    case .deepColourAlpha: try deepScene(bands: 4)
    }
  }
}

@Suite struct EditTests {
  static let identities: [Edit] = [
    Edit(
      "crop", ["x": .number(0), "y": .number(0), "width": .text("100%"), "height": .number(900)]),
    Edit("rotate", ["angle": .number(0)]), Edit("rotate", ["angle": .number(-720)]),
    Edit("resize", ["width": .number(60)]), Edit("resize", ["box": .number(5000)]),
    Edit("brightness", ["amount": .number(0)]), Edit("contrast", ["amount": .number(0)]),
    Edit("saturation", ["amount": .number(0)]), Edit("sepia", ["amount": .number(0)]),
    Edit("sharpen", ["amount": .number(0)]), Edit("blur", ["sigma": .number(0)]),
    Edit("pixelate", ["size": .number(1)]), Edit("exposure", ["amount": 0]),
    Edit("gamma", ["gamma": 1]), Edit("levels"), Edit("hue", ["angle": 0]),
    Edit("temperature", ["kelvin": 6500]), Edit("vignette", ["strength": 0]),
    Edit("vignette", ["radius": 1]), Edit("pad", ["all": 0]), Edit("rotate", ["angle": 360]),
    ToneTests.curve([(0, 0), (0.3, 0.3), (1, 1)]), Edit("crop", ["area": "100x100"]),
  ]

  @Test("parameters that ask for nothing change nothing", arguments: identities)
  func identity(_ operation: Edit) throws {
    for kind in Kind.allCases {
      let picture = try kind.picture()
      #expect(try difference(render(file(picture), [operation]).picture, picture) == 0, "\(kind)")
    }
  }

  static let changes: [Edit] = [
    Edit("crop", ["aspect": .text("1:1"), "gravity": .text("attention")]),
    Edit("rotate", ["angle": .number(90)]), Edit("flip", ["direction": .text("vertical")]),
    Edit("resize", ["width": .number(20)]), Edit("brightness", ["amount": .number(0.2)]),
    Edit("contrast", ["amount": .number(-0.5)]), Edit("sharpen"), Edit("retro"),
    Edit("blur", ["sigma": .number(2)]), Edit("pixelate", ["size": .text("20%")]),
    Edit("sepia", ["amount": .number(0.7)]),
  ]

  @Test("every operation works on every kind of picture and keeps its alpha", arguments: changes)
  func everyKind(_ operation: Edit) throws {
    for kind in Kind.allCases {
      let picture = try kind.picture()
      let result = try render(file(picture), [operation]).picture
      #expect(result.hasAlpha == picture.hasAlpha, "\(kind)")
      #expect(result.is16Bit == (picture.is16Bit && operation.name != "retro"), "\(kind)")
      #expect(try difference(result, picture) != 0, "\(kind)")
    }
  }

  @Test("four right rotations, two flips and a turn there and back give the picture again")
  func turns() throws {
    let picture = try scene()
    func turn(_ angle: Double) -> Edit { Edit("rotate", ["angle": .number(angle)]) }
    func flip(_ way: String) -> Edit { Edit("flip", ["direction": .text(way)]) }
    for edits in [
      [turn(90), turn(90), turn(90), turn(90)], [turn(90), turn(270)], [turn(-90), turn(90)],
      [flip("horizontal"), flip("horizontal")],
      [turn(180), flip("horizontal"), flip("vertical")],
    ] {
      #expect(try difference(render(file(picture), edits).picture, picture) == 0)
    }
  }

  @Test("a rotation by 90 is clockwise")
  func clockwise() throws {
    let turned = try render(file(scene()), [Edit("rotate", ["angle": .number(90)])]).picture
    let bytes = try scene().bytes()
    // The bottom left corner comes to the top left.
    #expect(try Array(turned.bytes()[..<3]) == Array(bytes[(39 * 60 * 3)..<(39 * 60 * 3 + 3)]))
  }

  func crop(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Edit {
    Edit(
      "crop",
      ["x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height)])
  }

  @Test("a crop of a crop is the crop of the sum")
  func cropOfCrop() throws {
    let source = try file(scene())
    let twice = try render(source, [crop(10, 5, 40, 30), crop(3, 4, 20, 10)]).picture
    let once = try render(source, [crop(13, 9, 20, 10)]).picture
    #expect(try difference(twice, once) == 0)
    #expect(try difference(once, scene().cut(to: Area(left: 13, top: 9, size: Size(20, 10)))) == 0)
  }

  @Test("a crop is the picture and the area together; nothing left is EMPTY_CROP")
  func cropEdges() throws {
    let source = try file(scene())
    #expect(try render(source, [crop(-10, 30, 30, 30)]).picture.size == Size(20, 10))
    for outside in [crop(60, 0, 10, 10), crop(0, -20, 10, 20), crop(100, 100, 10, 10)] {
      let failure = #expect(throws: Failure.self) { try render(source, [outside]) }
      #expect(failure?.code == .emptyCrop)
    }
  }

  @Test("a crop to proportions keeps the side of its gravity")
  func cropAspect() throws {
    let source = try file(scene())
    func aspect(_ gravity: String) throws -> Picture {
      try render(
        source, [Edit("crop", ["aspect": .text("1:1"), "gravity": .text(gravity)])]
      ).picture
    }
    let whole = try scene()
    for (gravity, left) in [("west", 0), ("centre", 10), ("east", 20), ("north", 10)] {
      let right = try whole.cut(to: Area(left: left, top: 0, size: Size(40, 40)))
      #expect(try difference(aspect(gravity), right) == 0, "\(gravity)")
    }
    #expect(try aspect("attention").size == Size(40, 40))
    #expect(try aspect("entropy").size == Size(40, 40))
  }

  @Test("tones go where their numbers say")
  func tones() throws {
    func mean(_ operation: Edit, _ kind: Kind) throws -> Double {
      let bytes = try render(file(kind.picture().in8Bits()), [operation]).picture.bytes()
      return Double(bytes.map(Int.init).reduce(0, +)) / Double(bytes.count)
    }
    let plain = try mean(Edit("brightness"), .colour)
    #expect(try mean(Edit("brightness", ["amount": .number(0.1)]), .colour) > plain + 20)
    #expect(try mean(Edit("brightness", ["amount": .number(-1)]), .colour) == 0)
    #expect(try mean(Edit("brightness", ["amount": .number(1)]), .colour) == 255)
    #expect(try abs(mean(Edit("contrast", ["amount": .number(-1)]), .colour) - 127.5) <= 0.5)
    let grey = try render(file(scene()), [Edit("saturation", ["amount": .number(-1)])])
    for pixel in try grey.bytes.chunks(of: 3) { #expect(pixel[0] == pixel[1]) }
    let oneBand = try render(file(scene()), [Edit("grayscale")])
    #expect(oneBand.picture.bands == 1)
  }

  @Test("pixelate makes squares of one colour, cut at the edges")
  func pixelate() throws {
    let result = try render(file(scene()), [Edit("pixelate", ["size": .number(16)])]).picture
    #expect(result.size == Size(60, 40))
    let rows = try result.bytes().chunks(of: 180)
    #expect(rows[0] == rows[15])
    #expect(rows[0] != rows[16])
    #expect(rows[0][..<3] == rows[0][45..<48])
  }

  @Test("an operation nobody knows is EDIT_FAILED")
  func unknown() throws {
    let failure = #expect(throws: Failure.self) { try render(file(scene()), [Edit("wobble")]) }
    #expect(failure?.code == .editFailed)
  }
}
