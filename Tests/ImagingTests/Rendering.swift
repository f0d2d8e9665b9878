import CVips
import Files
import Glibc
import Manifest
import RenderProtocol

@testable import Imaging

/// One output, read back.
struct Result {
  let picture: Picture
  let file: Descriptor
  let reply: Rendered

  var warnings: [WarningCode] { reply.files[0].warnings.map(\.code) }
  var bytes: [UInt8] { get throws { try picture.bytes() } }
}

/// Renders one output of a file and reads it back.
func render(
  _ source: Descriptor, _ operations: [Manifest.Operation] = [],
  _ output: OutputSettings = OutputSettings(format: .png), limits: Limits = Limits(),
  attachments: [Descriptor] = []
) throws -> Result {
  let (files, reply) = try renderAll(
    source, operations, [output], limits: limits, attachments: attachments)
  return Result(picture: try open(files[0]), file: files[0], reply: reply)
}

func renderAll(
  _ source: Descriptor, _ operations: [Manifest.Operation] = [], _ outputs: [OutputSettings],
  limits: Limits = Limits(), attachments: [Descriptor] = []
) throws -> (files: [Descriptor], reply: Rendered) {
  let files = try outputs.map { _ in try MemoryFile.make() }
  let reply = try Renderer().render(
    source: source,
    request: Request.Render(limits: limits, operations: operations, outputs: outputs),
    files: files, attachments: attachments, progress: { _ in })
  return (files, reply)
}

/// All frames of a file, decoded.
func open(_ file: Descriptor) throws -> Picture {
  let loader = try Loader.recognize(file, Limits())
  return try loader.open(file, allPages: loader.isAnimated).inMemory()
}

/// A picture of soft colours in which no two rows or columns are alike.
func scene(_ size: Size = Size(60, 40), bands: Int = 3) throws -> Picture {
  var pixels: [UInt8] = []
  for y in 0..<size.height {
    for x in 0..<size.width {
      let all = [
        40 + x * 150 / size.width, 30 + y * 170 / size.height,
        200 - x * 50 / size.width - y * 50 / size.height, 255,
      ]
      let alpha = 60 + x * 190 / size.width
      switch bands {
      case 1: pixels.append(UInt8((all[0] + all[1]) / 2))
      case 2: pixels += [UInt8((all[0] + all[1]) / 2), UInt8(alpha)]
      case 3: pixels += all[..<3].map { UInt8($0) }
      default: pixels += all[..<3].map { UInt8($0) } + [UInt8(alpha)]
      }
    }
  }
  return try raster(pixels, size, bands: bands)
}

/// A picture of bytes, rows one after the other.
func raster(_ bytes: [UInt8], _ size: Size, bands: Int = 1) throws -> Picture {
  Vips.start()
  return try Picture(pixels: bytes, VIPS_FORMAT_UCHAR, size, bands: bands)
    .call("copy", [("interpretation", bands < 3 ? "b-w" : "srgb")])
}

/// A picture of one colour.
func plain(_ colour: [UInt8], _ size: Size) throws -> Picture {
  try raster(colour, Size(1, 1), bands: colour.count).repeated(to: size)
}

/// The same with 16 bits a channel.
func deepScene(_ size: Size = Size(60, 40), bands: Int = 3) throws -> Picture {
  let scene = try scene(size, bands: bands)
  return try scene.call("linear", [("a", 257), ("b", 0)]).call("cast", [("format", "ushort")])
    .call("copy", [("interpretation", bands < 3 ? "grey16" : "rgb16")])
}

/// The picture as a file in memory.
func file(
  _ picture: Picture, as saver: String = "pngsave_target", _ settings: [(String, Argument)] = []
) throws -> Descriptor {
  let file = try MemoryFile.make()
  guard let target = vips_target_new_to_descriptor(file.raw) else { throw VipsError() }
  defer { g_object_unref(target) }
  try runOperation(saver, [("in", .picture(picture)), ("target", .object(target))] + settings)
  return file
}

func file(bytes: [UInt8]) throws -> Descriptor {
  let file = try MemoryFile.make()
  try bytes.withUnsafeBytes { try file.writeAll($0) }
  return file
}

/// The largest difference between two pictures of one shape; nil if their shapes differ.
func difference(_ one: Picture, _ other: Picture) throws -> Int? {
  guard one.size == other.size, one.bands == other.bands else { return nil }
  let (bytes, others) = try (one.bytes(), other.bytes())
  // Said by the C library, as comparing byte by byte takes long in a test.
  if memcmp(bytes, others, bytes.count) == 0 { return 0 }
  return zip(bytes, others).map { abs(Int($0) - Int($1)) }.max()
}

/// An EXIF block without a single tag, as libvips' savers start from.
let emptyExif = Array("Exif\0\0".utf8) + ExifBlock.empty
