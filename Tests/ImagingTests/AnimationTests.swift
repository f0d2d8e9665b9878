import CVips
import Files
import Manifest
import RenderProtocol
import Testing

@testable import Imaging

@Suite struct AnimationTests {
  @Test(
    "frames, delays and loop stay through edit and resize",
    arguments: ["gifsave_target", "webpsave_target"], [ImageFormat.gif, .webp])
  func frames(_ saver: String, _ format: ImageFormat) throws {
    let crop = Edit("crop", ["aspect": .text("1:1"), "gravity": .text("west")])
    let rotate = Edit("rotate", ["angle": .number(90)])
    let output = OutputSettings(
      format: format, size: SizeRequest(width: 20), finish: [Edit("grayscale")])
    let result = try render(animation(as: saver), [crop, rotate], output)
    #expect(result.picture.size == Size(20, 100))
    #expect(result.picture.integer("page-height") == 20)
    #expect(result.picture.integers("delay") == [100, 200, 300, 400, 500])
    #expect(result.picture.integer("loop") == 3)
    #expect(result.reply.files[0].height == 20)
    #expect(result.warnings == [])
  }

  @Test("other formats get the first frame with a warning, also beside an animated output")
  func firstFrame() throws {
    let source = try animation(as: "gifsave_target")
    let outputs = [OutputSettings(format: .jpeg), OutputSettings(format: .webp)]
    let (files, reply) = try renderAll(source, [], outputs)
    #expect(try open(files[0]).size == Size(60, 40))
    #expect(try open(files[1]).size == Size(60, 200))
    #expect(reply.files[0].warnings.map(\.code).contains(.frames))
    #expect(reply.files[1].warnings == [])
    let header = try Renderer().inspect(source: source, limits: Limits())
    #expect(header.pages == 5 && header.height == 40)
  }

  @Test("all frames that are decoded count against the limit")
  func limit() throws {
    let source = try animation(as: "gifsave_target")
    let limits = Limits(maxPixels: 60 * 40 * 4)
    #expect(throws: Failure.self) {
      try render(source, [], OutputSettings(format: .webp), limits: limits)
    }
    #expect(try render(source, [], limits: limits).picture.size == Size(60, 40))
  }
}

/// Five frames, each of its own.
func animation(_ whole: Picture? = nil, as saver: String) throws -> Descriptor {
  let whole = try whole ?? scene()
  let frames = try (0..<5).map {
    try whole.call("linear", [("a", .number(1 - Double($0) / 6)), ("b", 0), ("uchar", true)])
  }
  let strip = try runOperation("arrayjoin", [("in", .pictures(frames)), ("across", 1)])!.copy()
  strip.set("page-height", whole.height)
  strip.set("delay", [100, 200, 300, 400, 500])
  strip.set("loop", 3)
  let settings: [(String, Argument)] = saver == "webpsave_target" ? [("lossless", true)] : []
  return try file(strip, as: saver, settings)
}

extension Picture {
  func integers(_ name: String) -> [Int32]? {
    var values: UnsafeMutablePointer<Int32>?
    var count: Int32 = 0
    guard hasField(name), vips_image_get_array_int(image, name, &values, &count) == 0 else {
      return nil
    }
    return Array(UnsafeBufferPointer(start: values, count: Int(count)))
  }

  func set(_ name: String, _ values: [Int32]) {
    vips_image_set_array_int(image, name, values, Int32(values.count))
  }
}
