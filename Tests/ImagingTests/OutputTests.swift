import CVips
import Files
import Manifest
import RenderProtocol
import Testing

@testable import Imaging

@Suite struct OutputTests {
  @Test("every format comes out and is read back as itself", arguments: ImageFormat.allCases)
  func formats(_ format: ImageFormat) throws {
    let source = try file(scene())
    // No encoder for it may be installed.
    if format == .heic, (try? render(source, [], OutputSettings(format: format))) == nil { return }
    let result = try render(source, [], OutputSettings(format: format))
    #expect(result.picture.size == Size(60, 40))
    let loader = try Loader.recognize(result.file, Limits())
    #expect(
      loader.format == (["avif", "heic"].contains(format.rawValue) ? "heif" : format.rawValue))
    guard format != .gif else { return }
    #expect(try difference(result.picture, scene())! < 60)
  }

  @Test("all fits give exactly their size, from shrunk decodes too")
  func sizes() throws {
    let source = try file(scene(Size(1601, 1203)), as: "jpegsave_target", [("Q", 95)])
    let requests = [
      SizeRequest(width: 97, height: 97), SizeRequest(width: 97, height: 97, fit: .outside),
      SizeRequest(width: 97, height: 31, fit: .cover),
      SizeRequest(width: 97, height: 31, fit: .contain),
      SizeRequest(width: 97, height: 31, fit: .fill), SizeRequest(height: 31),
    ]
    let outputs = requests.map { OutputSettings(format: .png, size: $0) }
    let (files, reply) = try renderAll(source, [], outputs)
    #expect(reply.decodeScale < 1)
    for (index, request) in requests.enumerated() {
      let right = ResizePlan(Size(1601, 1203), request).result
      #expect(try open(files[index]).size == right)
      #expect(Size(reply.files[index].width, reply.files[index].height) == right)
    }
  }

  @Test("a shrunk decode shows what a whole one shows")
  func shrink() throws {
    let source = try file(scene(Size(1600, 1200)), as: "jpegsave_target", [("Q", 95)])
    let crop = Edit(
      "crop",
      ["x": .number(400), "y": .number(200), "width": .text("50%"), "height": .number(600)])
    let small = OutputSettings(format: .png, size: SizeRequest(width: 100))
    let shrunk = try render(source, [crop], small)
    let whole = try renderAll(source, [crop], [small, OutputSettings(format: .png)])
    #expect(shrunk.reply.decodeScale == 0.25)
    #expect(whole.reply.decodeScale == 1)
    #expect(try difference(shrunk.picture, open(whole.files[0]))! <= 3)
    let pixelated = try render(source, [Edit("pixelate", ["size": .number(9)])], small)
    #expect(pixelated.reply.decodeScale == 1)
  }

  @Test("outputs of one request are the same alone and together, whatever their order")
  func together() throws {
    let source = try file(scene(Size(1200, 900)))
    let outputs = [100, 800, 300].map {
      OutputSettings(format: .png, size: SizeRequest(width: $0))
    }
    let together = try renderAll(source, [Edit("sepia")], outputs)
    for (index, output) in outputs.enumerated() {
      let alone = try render(source, [Edit("sepia")], output)
      #expect(try difference(open(together.files[index]), alone.picture)! <= 3)
      #expect(together.reply.files[index].width == output.size?.width)
    }
  }

  @Test("too small a picture is not enlarged, with a warning, unless asked for")
  func enlarge() throws {
    let source = try file(scene())
    let small = try render(
      source, [], OutputSettings(format: .png, size: SizeRequest(width: 100)))
    #expect(small.picture.size == Size(60, 40))
    #expect(small.warnings == [.notEnlarged])
    let large = try render(
      source, [], OutputSettings(format: .png, size: SizeRequest(width: 120, enlarge: true)))
    #expect(large.picture.size == Size(120, 80))
  }

  @Test("contain fills the room with the background, in every depth", arguments: Kind.allCases)
  func contain(_ kind: Kind) throws {
    let output = OutputSettings(
      format: .png, size: SizeRequest(width: 40, height: 40, fit: .contain),
      background: Color(255, 0, 0))
    let result = try render(file(kind.picture()), [], output).picture
    #expect(result.size == Size(40, 40))
    #expect(try Array(result.in8Bits().bytes()[..<3]) == [255, 0, 0])
  }

  @Test("clear areas become the background in a JPEG, 16 bits too", arguments: [255, 0] as [UInt8])
  func flatten(_ grey: UInt8) throws {
    for (format, bands) in [
      (VIPS_FORMAT_UCHAR, 4), (VIPS_FORMAT_UCHAR, 2), (VIPS_FORMAT_USHORT, 4),
      (VIPS_FORMAT_USHORT, 2),
    ] {
      Vips.start()
      let isDeep = format == VIPS_FORMAT_USHORT
      let space = bands == 2 ? (isDeep ? "grey16" : "b-w") : (isDeep ? "rgb16" : "srgb")
      let clear = try Picture(
        pixels: [UInt8](repeating: 0, count: 32 * 32 * bands * (isDeep ? 2 : 1)), format,
        Size(32, 32), bands: bands
      ).call("copy", [("interpretation", .text(space))])
      let result = try render(
        file(clear), [], OutputSettings(format: .jpeg, background: Color(grey, grey, grey)))
      #expect(try result.bytes.allSatisfy { $0 == grey })
      #expect(result.warnings == (isDeep ? [.depth, .alpha] : [.alpha]))
    }
  }

  @Test("soft edges get no dark fringe when a picture is made smaller")
  func fringe() throws {
    Vips.start()
    // White that ends in clear black.
    let pixels: [UInt8] = (0..<64 * 64).flatMap {
      $0 % 64 < 31 ? [255, 255, 255, 255] : [0, 0, 0, 0]
    }
    let picture = try Picture(pixels: pixels, VIPS_FORMAT_UCHAR, Size(64, 64), bands: 4)
      .call("copy", [("interpretation", "srgb")])
    let result = try render(
      file(picture), [], OutputSettings(format: .png, size: SizeRequest(width: 20))
    ).picture
    for pixel in try result.bytes().chunks(of: 4) where pixel[3] > 8 { #expect(pixel[0] >= 250) }
  }

  @Test("16 bits stay in PNG and TIFF and become 8 elsewhere")
  func depth() throws {
    let source = try file(deepScene())
    for format in [ImageFormat.png, .tiff] {
      #expect(try render(source, [], OutputSettings(format: format)).picture.is16Bit)
    }
    for format in [ImageFormat.jpeg, .webp, .gif] {
      let result = try render(source, [], OutputSettings(format: format))
      #expect(!result.picture.is16Bit)
      #expect(result.warnings == [.depth])
    }
    let jpeg = try render(source, [], OutputSettings(format: .jpeg)).picture
    #expect(try difference(jpeg, scene())! < 30)
  }

  @Test("JPEG is 4:2:0 at every quality unless asked otherwise, and progressive when asked")
  func jpeg() throws {
    let source = try file(scene())
    func subsampling(_ encoding: Encoding) throws -> (String?, Bool) {
      let picture = try render(source, [], OutputSettings(format: .jpeg, encoding: encoding))
        .picture
      var text: UnsafePointer<CChar>?
      vips_image_get_string(picture.image, "jpeg-chroma-subsample", &text)
      return (text.map { String(cString: $0) }, picture.hasField("interlaced"))
    }
    #expect(try subsampling(Encoding(quality: 95)) == ("4:2:0", false))
    #expect(
      try subsampling(Encoding(quality: 50, progressive: true, subsampling: .off))
        == ("4:4:4", true))
  }

  @Test("a PNG with a palette has at most its colours")
  func palette() throws {
    let output = OutputSettings(format: .png, encoding: Encoding(palette: 4))
    let colours = Set(try render(file(scene()), [], output).bytes.chunks(of: 3))
    #expect(colours.count <= 4)
  }

  @Test("progress rises and stays below the end")
  func progress() throws {
    let reported = Reported()
    let files = [try MemoryFile.make()]
    _ = try Renderer().render(
      source: file(scene(Size(2000, 2000))),
      request: Request.Render(
        limits: Limits(), operations: [Edit("blur", ["sigma": .number(20)])],
        outputs: [OutputSettings(format: .webp)]),
      files: files, progress: { reported.percents.append($0) })
    #expect(reported.percents == reported.percents.sorted())
    #expect(!reported.percents.isEmpty)
    #expect(reported.percents.allSatisfy { (1...99).contains($0) })
  }

  private final class Reported { var percents: [Int] = [] }
}
