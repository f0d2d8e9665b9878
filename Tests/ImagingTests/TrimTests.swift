import Manifest
import RenderProtocol
import Testing

@testable import Imaging

@Suite struct TrimTests {
  @Test("a border goes, to the pixel", arguments: Kind.allCases)
  func border(_ kind: Kind) throws {
    let picture = try kind.picture()
    for color in [Color.white, Color(10, 200, 30)] {
      let framed = try picture.placed(
        Placement(left: 7, top: 3, canvas: Size(80, 50)), color)
      let result = try render(file(framed), [Edit("trim")]).picture
      #expect(try difference(result, color.isNeutral ? picture : picture.inColour()) == 0)
    }
  }

  @Test("a border of a few pixels around a large picture goes too")
  func large() throws {
    let framed = try scene().resized(to: Size(2000, 1000), kernel: .cubic).placed(
      Placement(left: 3, top: 2, canvas: Size(2004, 1004)), .white)
    let result = try render(file(framed), [Edit("trim")])
    #expect(result.picture.size == Size(2000, 1000))
    #expect(result.reply.measured == [["left": 3, "top": 2, "width": 2000, "height": 1000]])
  }

  @Test("a clear border goes, whatever colour it hides")
  func clear() throws {
    let picture = try scene(bands: 4)
    let framed = try picture.placed(
      Placement(left: 9, top: 9, canvas: Size(90, 90)), Color(200, 0, 0, 0))
    #expect(try difference(render(file(framed), [Edit("trim")]).picture, picture) == 0)
  }

  @Test("the threshold says how much a border may differ, the background which one goes")
  func parameters() throws {
    let picture = try scene(Size(30, 30), bands: 1)
    let framed = try picture.placed(
      Placement(left: 5, top: 5, canvas: Size(40, 40)), Color(20, 20, 20)
    ).placed(Placement(left: 5, top: 5, canvas: Size(50, 50)), .black)
    func size(_ parameters: [String: Edit.Value]) throws -> Size {
      try render(file(framed), [Edit("trim", parameters)]).picture.size
    }
    #expect(try size([:]) == Size(40, 40))
    #expect(try size(["threshold": 19.5]) == Size(40, 40))
    #expect(try size(["threshold": 20]) == Size(30, 30))
    #expect(try size(["background": "white"]) == Size(50, 50))
  }

  @Test("a picture that is all border stays")
  func flat() throws {
    let white = try plain([255], Size(20, 10))
    #expect(try render(file(white), [Edit("trim")]).picture.size == Size(20, 10))
  }

  @Test("what follows sees the trimmed picture, and a crop of nothing is still found out")
  func after() throws {
    let framed = try scene().placed(Placement(left: 20, top: 20, canvas: Size(100, 80)), .white)
    let crop = Edit("crop", ["x": 50, "y": 0, "width": 50, "height": 20])
    #expect(try render(file(framed), [Edit("trim"), crop]).picture.size == Size(10, 20))
    let beyond = Edit("crop", ["x": 70, "y": 0, "width": 20, "height": 20])
    let failure = #expect(throws: Failure.self) {
      try render(file(framed), [Edit("trim"), beyond])
    }
    #expect(failure?.code == .emptyCrop)
  }

  @Test("frames of an animation are trimmed alike")
  func frames() throws {
    let whole = try scene(Size(30, 20)).placed(
      Placement(left: 4, top: 4, canvas: Size(60, 40)), .black)
    let result = try render(
      animation(whole, as: "webpsave_target"), [Edit("trim")], OutputSettings(format: .webp))
    #expect(result.reply.files[0].width == 30 && result.reply.files[0].height == 20)
  }

  @Test("in a finish the output's own pixels are trimmed")
  func finish() throws {
    let framed = try scene(Size(100, 100)).placed(
      Placement(left: 50, top: 50, canvas: Size(200, 200)), .white)
    let output = OutputSettings(
      format: .png, size: SizeRequest(width: 100, kernel: .nearest), finish: [Edit("trim")])
    #expect(try render(file(framed), [], output).picture.size == Size(50, 50))
  }
}
