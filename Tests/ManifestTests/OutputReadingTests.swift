import Files
import Testing

@testable import Manifest

@Suite struct OutputReadingTests {
  private func output(_ text: String, top: String = "") throws -> Output {
    try #require(try parsed("minilab: 1\n\(top)\noutputs: [{\(text)}]").outputs.first)
  }

  @Test("Formats times sizes, in the order written")
  func variants() throws {
    let output = try output(
      "path: \"{dir}/{name}-{width}.{format}\", width: [480, 960], format: [webp, jpeg]")
    #expect(output.variants.map(\.format) == [.webp, .webp, .jpeg, .jpeg])
    #expect(output.variants.map(\.size?.width) == [480, 960, 480, 960])
    let paths = output.variants.map {
      output.path.path(asset: "trip/a.JPG", settings: $0).displayed
    }
    #expect(
      paths == ["trip/a-480.webp", "trip/a-960.webp", "trip/a-480.jpg", "trip/a-960.jpg"])
  }

  @Test(
    "A size has one side, two, or a box",
    arguments: [
      ("width: 5", SizeRequest(width: 5)), ("height: 7", SizeRequest(height: 7)),
      ("box: 9", SizeRequest(width: 9, height: 9)),
      ("box: 800x600", SizeRequest(width: 800, height: 600)),
      (
        "width: 5, height: 7, fit: cover, gravity: north-east, enlarge: true, kernel: cubic",
        SizeRequest(
          width: 5, height: 7, fit: .cover, gravity: .northEast, enlarge: true, kernel: .cubic)
      ),
    ])
  func sizes(text: String, size: SizeRequest) throws {
    #expect(try output("path: a.jpg, \(text)").variants.map(\.size) == [size])
  }

  @Test("A list of boxes is a list of sizes")
  func boxes() throws {
    let output = try output("path: \"{width}x{height}.gif\", box: [320, \"640x480\"]")
    #expect(output.variants.map(\.size?.height) == [320, 480])
  }

  @Test("An output's own settings go before the manifest's, and those before the defaults")
  func inheritance() throws {
    let top = "quality: {jpeg: 50, avif: 40}\nmetadata: strip\nprofile: keep\non-conflict: skip"
    let jpeg = try output("path: a.jpg", top: top)
    #expect(jpeg.variants[0].encoding.quality == 50)
    #expect(jpeg.variants[0].metadata == .strip)
    #expect(jpeg.variants[0].profile == .keep)
    #expect(jpeg.onConflict == .skip)
    #expect(try output("path: a.webp", top: top).variants[0].encoding.quality == 80)
    let own = try output("path: a.jpg, quality: 9, metadata: keep, on-conflict: fail", top: top)
    #expect(own.variants[0].encoding.quality == 9)
    #expect(own.variants[0].metadata == .keep)
    #expect(own.onConflict == .fail)
  }

  @Test("A setting reaches the formats that have it")
  func encoding() throws {
    let variants = try output(
      "path: \"a.{format}\", format: [png, webp, jpeg], palette: 16, lossless: true, quality: 33, "
        + "progressive: true, subsampling: 4:4:4, effort: 3, background: \"#1230\""
    ).variants
    #expect(
      variants.map(\.encoding) == [
        Encoding(effort: 3, progressive: true, palette: 16),
        Encoding(quality: 33, effort: 3, lossless: true),
        Encoding(quality: 33, effort: 3, progressive: true, subsampling: .off),
      ])
    #expect(variants[0].background == Color(0x11, 0x22, 0x33, 0))
  }

  @Test(
    "A path is cut at its placeholders",
    arguments: [
      ("{dir}/{name}.{ext}", [.folder, .literal("/"), .name, .literal("."), .fileExtension]),
      ("{{{name}}}.jpg", [.literal("{"), .name, .literal("}.jpg")]),
      ("{format}{height}", [.format, .height]),
    ] as [(String, [PathTemplate.Part])])
  func paths(text: String, parts: [PathTemplate.Part]) throws {
    #expect(try output("path: \"\(text)\", format: jpeg, height: 3").path.parts == parts)
  }

  @Test(
    "The extension decides the format in any case",
    arguments: [("a.JPG", ImageFormat.jpeg), ("a.tiff", .tiff), ("x.png/{name}.gif", .gif)])
  func formats(path: String, format: ImageFormat) throws {
    #expect(try output("path: \"\(path)\"").variants.map(\.format) == [format])
  }
}
