import Files
import Testing

@testable import Manifest

@Suite struct ManifestParserTests {
  @Test("The smallest manifest has the file's name and every default")
  func smallest() throws {
    let manifest = try parsed("minilab: 1\noutputs: [{path: \"{name}.webp\"}]")
    #expect(
      manifest
        == JobManifest(
          name: "x",
          outputs: [
            Output(
              path: PathTemplate([.name, .literal(".webp")]),
              variants: [OutputSettings(format: .webp, encoding: Encoding(quality: 80))])
          ]))
  }

  @Test("From standard input the name is stdin")
  func standardInput() throws {
    let manifest = try ManifestParser.parse(Array("minilab: 1\nedit: []".utf8), file: "-")
    #expect(manifest.name == "stdin")
    #expect(manifest.edit == [])
  }

  @Test("Every key of the manifest arrives")
  func manifestKeys() throws {
    let manifest = try parsed(
      """
      minilab: 1
      name: web-gallery
      root: ../photos
      to: ../www
      select:
        - "**/*.{jpg,heic}"
        - {glob: "a/*", edit: [grayscale]}
        - {path: "b [1].jpg"}
        - {list: "-"}
        - {table: rects.csv, edit: []}
      exclude: ["private/**"]
      edit:
        - sepia: 0.8
      onto: extend
      allow-empty: true
      priority: -3
      retries: 0
      timeout: 90s
      max-pixels: 1000000
      confirm-cancel: false
      reprocess: true
      orphans: keep
      """)
    #expect(
      manifest
        == JobManifest(
          name: "web-gallery", root: "../photos", to: "../www",
          select: [
            SelectionEntry(.glob("**/*.{jpg,heic}")),
            SelectionEntry(.glob("a/*"), edit: [Operation("grayscale")]),
            SelectionEntry(.path("b [1].jpg")),
            SelectionEntry(.list("-")),
            SelectionEntry(.table("rects.csv"), edit: []),
          ],
          exclude: ["private/**"], edit: [Operation("sepia", ["amount": 0.8])], onto: .extend,
          allowEmpty: true, priority: -3, retries: 0, timeout: 90_000, maxPixels: 1_000_000))
  }

  @Test("A manifest that uses all there is says only what is not available yet")
  func everything() {
    let text = """
      minilab: 1                       # manifest version, required
      name: web-gallery
      root: ../photos
      to: ../www
      vars: {q: 80}
      select: ["**/*.{jpg,heic}"]
      exclude: ["private/**"]
      edit:
        - crop: {aspect: "3:2", gravity: attention}
        - sepia: 0.8
      onto: own
      outputs:
        - path: "{dir}/{name}-{width}.{format}"
          width: [480, 960, 1920]
          format: [webp, jpeg]
          quality: {jpeg: 82, webp: 78}
          finish:
            - watermark: {image: logo.png, gravity: south-east, scale: 0.15}
        - in-place: true
      on-conflict: fail
      priority: 0
      retries: 3
      timeout: 2m
      sheet: {path: sheet.jpg, columns: 4, gap: 2, pairs: true}
      """
    #expect(
      mistakes(text) == [
        "NOT_YET m:24:8: 'sheet: {…}' is not available yet"
      ])
  }

  @Test(
    "A time has a unit or counts seconds",
    arguments: [
      ("500ms", 500), ("1.5s", 1500), ("2m", 120_000), ("1h", 3_600_000), ("7", 7000),
      ("0.5", 500), ("\"3s\"", 3000),
    ])
  func durations(text: String, milliseconds: Int) throws {
    #expect(try parsed("minilab: 1\nedit: []\ntimeout: \(text)").timeout == milliseconds)
  }

  @Test("JSON is read as well, tabs and escapes of two halves included")
  func json() throws {
    let manifest = try parsed(
      """
      {"minilab": 1,\t"name": "\\ud83d\\ude00 \\"a\\/\\u00e9 \\\\ud83d\\\\ude00",
      \t"edit":[{"crop":{"x":10,"y":0.5,"width":"50%","height":1e2}}],"retries":2.0}
      """)
    #expect(manifest.name == "😀 \"a/é \\ud83d\\ude00")
    #expect(
      manifest.edit == [Operation("crop", ["x": 10, "y": 0.5, "width": "50%", "height": 100])])
    #expect(manifest.retries == 2)
  }

  @Test("A byte order mark moves no position")
  func byteOrderMark() {
    #expect(mistakes("\u{feff}minilab: 0\nedit: []") == ["m:1:10: 'minilab' must be 1, not '0'"])
  }
}
