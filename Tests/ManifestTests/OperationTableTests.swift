import Testing

@testable import Manifest

@Suite struct OperationTableTests {
  @Test("Every example is right", arguments: names)
  func examples(name: String) throws {
    let spec = try #require(OperationTable.find(name))
    #expect(mistakes("minilab: 1\nedit:\n  - \(spec.example)") == [])
  }

  @Test("Shorthand and mapping say the same")
  func shorthand() throws {
    let edit = try parsed(
      """
      minilab: 1
      edit:
        - sepia: 0.5
        - sepia: {amount: 0.5}
        - rotate: -90
        - rotate: {angle: 450, crop: true, background: "#fff"}
        - flip: vertical
        - grayscale
        - grayscale: true
        - grayscale: {}
        - grayscale:
        - resize: {box: "800x600", fit: cover}
        - crop: {aspect: 1.5}
        - crop: {x: -5, width: 100%, height: 10}
        - retro
        - sharpen: 0.2
        - rotate: {angle: 1.5, crop: false}
        - pad: 5%
        - pad: {left: 3, color: "#00000000"}
        - curves: [[0, 0.1], [1, 0.9]]
        - crop: {area: 300x200, fit: width, zoom: {by: 2, at: [0, 10.5]}, pan: [-5, 0]}
        - retro: {palette: 16}
        - trim
      """
    ).edit
    #expect(
      edit == [
        Operation("sepia", ["amount": 0.5]), Operation("sepia", ["amount": 0.5]),
        Operation("rotate", ["angle": -90]),
        Operation("rotate", ["angle": 450, "crop": true, "background": "#fff"]),
        Operation("flip", ["direction": "vertical"]),
        Operation("grayscale"), Operation("grayscale"), Operation("grayscale"),
        Operation("grayscale"),
        Operation("resize", ["width": 800, "height": 600, "fit": "cover"]),
        Operation("crop", ["aspect": 1.5]),
        Operation("crop", ["x": -5, "width": "100%", "height": 10]),
        Operation("retro"), Operation("sharpen", ["amount": 0.2]),
        Operation("rotate", ["angle": 1.5, "crop": false]), Operation("pad", ["all": "5%"]),
        Operation("pad", ["left": 3, "color": "#00000000"]),
        Operation("curves", ["points": .list([.list([0, 0.1]), .list([1, 0.9])])]),
        Operation(
          "crop",
          [
            "area": "300x200", "fit": "width", "pan": .list([-5, 0]),
            "zoom": .list([.list(["by", 2]), .list(["at", .list([0, 10.5])])]),
          ]),
        Operation("retro", ["palette": 16]), Operation("trim"),
      ])
  }

  @Test("Defaults are filled in from the form that was declared")
  func defaults() throws {
    let crop = Operation("crop", ["aspect": "3:2"])
    #expect(crop.filled.parameters == ["aspect": "3:2", "gravity": "centre"])
    let retro = try #require(OperationTable.find("retro"))
    #expect(retro.value(of: "columns", in: Operation("retro")) == 160)
    #expect(retro.value(of: "columns", in: Operation("retro", ["columns": 80])) == 80)
    #expect(retro.value(of: "colums", in: Operation("retro")) == nil)
    #expect(Operation("unknown").filled == Operation("unknown"))
  }

  @Test("Pairs and mappings are read back as they were written")
  func nested() throws {
    let edit = try parsed(
      """
      minilab: 1
      edit:
        - curves: [[0, 0.1], [1, 0.9]]
        - crop: {area: 300x200, zoom: {by: 2, at: [0, 10.5]}}
      """
    ).edit
    let operations = try #require(edit)
    #expect(operations[0].pairs("points").map(\.y) == [0.1, 0.9])
    #expect(operations[1].mapping("zoom")["by"] == 2)
    #expect(operations[1].mapping("zoom")["at"]?.pair?.y == 10.5)
    #expect(operations[1].parameters["area"]?.box?.height == 200)
  }

  @Test("Every default is a value that its parameter takes", arguments: names)
  func defaultsAreValid(name: String) throws {
    for parameter in try #require(OperationTable.find(name)).parameters {
      guard let value = parameter.defaultValue else { continue }
      let scalar = Node.Scalar(text: value.shown, style: .plain)
      #expect(parameter.kind.value(of: scalar) == value, "\(name) \(parameter.name)")
    }
  }

  static let names = OperationTable.all.map(\.name)
}
