import CVips
import Files
import Manifest
import RenderProtocol

/// The loader for a source, chosen by its content.
struct Loader {
  /// As in `Limits.formats`.
  let format: String

  /// Our names, with those of libvips' loader classes.
  private static let classes = [
    "jpeg": "VipsForeignLoadJpeg", "png": "VipsForeignLoadPng", "webp": "VipsForeignLoadWebp",
    "gif": "VipsForeignLoadNsgif", "tiff": "VipsForeignLoadTiff", "heif": "VipsForeignLoadHeif",
    "jxl": "VipsForeignLoadJxl",
  ]

  /// Once, at the start: nothing else may so much as look at a file.
  static func blockOthers() {
    vips_operation_block_set("VipsForeignLoad", 1)
    for name in classes.values { vips_operation_block_set(name, 0) }
  }

  /// - Throws: EMPTY_FILE, NOT_AN_IMAGE, FORMAT_BLOCKED, MEDIA_NOT_SUPPORTED.
  static func recognize(_ file: Descriptor, _ limits: Limits) throws -> Loader {
    guard try file.status().size > 0 else {
      throw Failure(.emptyFile, "the file is empty", stage: .open)
    }
    let stream = try SourceStream(file)
    guard let name = vips_foreign_find_load_source(stream.source).map({ String(cString: $0) }),
      let format = classes.first(where: { name.hasPrefix($0.value) })?.key
    else {
      _ = Vips.takeErrors()
      throw try ForeignContent.failure(for: file)
    }
    guard limits.formats.contains(format) else {
      throw Failure(
        .formatBlocked, "\(format) is not among the formats allowed here",
        hint: "allowed: \(limits.formats.joined(separator: " "))", stage: .open)
    }
    return Loader(format: format)
  }

  /// Does the decoder turn the picture upright by itself? Then EXIF's orientation is stale.
  var turnsUpright: Bool { format == "heif" || format == "jxl" }

  /// May hold an animation.
  var isAnimated: Bool { format == "gif" || format == "webp" }

  /// Opens the picture; its pixels are not read yet.
  /// - Parameters:
  ///   - shrink: 1, 2, 4 or 8; only JPEG and WebP can.
  ///   - allPages: as one strip of pages.
  func open(_ file: Descriptor, shrink: Int = 1, allPages: Bool = false) throws -> Picture {
    let stream = try SourceStream(file)
    // "truncated" and not "warning": the latter rejects valid files of Samsung phones, libvips'
    // default turns the missing rows grey.
    var arguments: [(String, Argument)] = [
      ("source", stream.argument), ("fail-on", "truncated"), ("access", "sequential"),
    ]
    if shrink > 1 && format == "jpeg" { arguments.append(("shrink", .number(shrink))) }
    if shrink > 1 && format == "webp" { arguments.append(("scale", .number(1 / Double(shrink)))) }
    if allPages { arguments.append(("n", -1)) }
    return try runOperation("\(format)load_source", arguments)!
  }

  var canShrink: Bool { format == "jpeg" || format == "webp" }
}
