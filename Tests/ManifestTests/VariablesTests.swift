import Files
import Testing

@testable import Manifest

@Suite struct VariablesTests {
  private let text = """
    minilab: 1
    vars: {q: 80, dir: web, on: true}
    quality: ${q}
    to: "../${dir}/$${x}-$5"
    allow-empty: "${on}"
    outputs: [{path: "${dir}/{name}.jpg", enlarge: "${on}"}]
    """

  @Test("A variable is typed by its key, however it was written")
  func typed() throws {
    let manifest = try parsed(text)
    #expect(manifest.outputs[0].variants[0].encoding.quality == 80)
    #expect(manifest.to == "../web/${x}-$5")
    #expect(manifest.allowEmpty)
    #expect(manifest.outputs[0].path.parts == [.literal("web/"), .name, .literal(".jpg")])
  }

  @Test("Values from outside override those of the manifest")
  func overrides() throws {
    let manifest = try parsed(text, ["q": "70"])
    #expect(manifest.outputs[0].variants[0].encoding.quality == 70)
  }

  @Test("A value from outside that nothing uses is refused with the nearest name")
  func unused() throws {
    let mistakes = #expect(throws: ManifestErrors.self) { try parsed(text, ["Q": "70"]) }
    #expect(mistakes?.problems.map(\.message) == ["no value uses the variable 'Q' that was set"])
    #expect(mistakes?.problems.first?.hint == "did you mean 'q'?")
  }

  private let table = """
    minilab: 1
    select: [{table: rects.csv, edit: [crop: {x: "${x}", y: 0, width: "${w}", height: "${w}"}]}]
    edit: [grayscale, "blur": "${blur}"]
    outputs:
      - path: "{name}-{width}.png"
        width: [10, 20]
        finish: [pixelate: "${size}", sepia: 1]
      - {path: "${x}.jpg"}
    """

  @Test("Columns of a table leave out what uses them and are named")
  func columns() throws {
    let manifest = try parsed(table)
    #expect(manifest.columns == ["x", "w", "blur", "size"])
    #expect(manifest.select == [SelectionEntry(.table("rects.csv"), edit: [])])
    #expect(manifest.edit == [Operation("grayscale")])
    #expect(manifest.outputs.count == 1)
    #expect(
      manifest.outputs[0].variants.map(\.finish) == [
        [Operation("sepia", ["amount": 1])], [Operation("sepia", ["amount": 1])],
      ])
  }

  @Test("With a row's values all is there")
  func row() throws {
    let manifest = try parsed(table, ["x": "5", "w": "10%", "blur": "2", "size": "8"])
    #expect(manifest.columns.isEmpty)
    #expect(
      manifest.select[0].edit
        == [Operation("crop", ["x": 5, "y": 0, "width": "10%", "height": "10%"])])
    #expect(manifest.edit == [Operation("grayscale"), Operation("blur", ["sigma": 2])])
    #expect(manifest.outputs[0].variants[1].finish[0] == Operation("pixelate", ["size": 8]))
    #expect(manifest.outputs[1].path.parts == [.literal("5.jpg")])
  }

  @Test("A row's values are checked like any others")
  func badRow() {
    let errors = #expect(throws: ManifestErrors.self) {
      try parsed(table, ["x": "../a", "w": "0", "blur": "", "size": "big"])
    }
    #expect(errors?.problems.count == 6)
  }

  @Test("With a row given, a variable that is no column is a mistake")
  func unknownColumn() {
    let errors = #expect(throws: ManifestErrors.self) {
      try ManifestParser.parse(
        Array(table.utf8), file: "m", variables: ["w": "3", "blur": "9", "size": "4"],
        row: ["X": "1"])
    }
    #expect(
      errors?.problems.map(\.description) == [
        "m:2:46: unknown variable 'x' (did you mean 'X'?)",
        "m:8:12: unknown variable 'x' (did you mean 'X'?)",
      ])
  }
}
