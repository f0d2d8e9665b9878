import CVips
import Manifest

/// A colour behind clear pixels; no alpha is left.
struct Flatten: PixelEdit {
  private let color: Color

  init(_ operation: Operation) { color = operation.color("color") ?? .white }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    try picture.flattened(on: color)
  }
}

/// Corners cut round, clear outside.
struct RoundCorners: PixelEdit {
  private let operation: Operation

  init(_ operation: Operation) { self.operation = operation }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    let shorter = picture.size.shorterSide
    let radius = min(
      shorter / 2, operation.length("radius", of: shorter, scale: scale) ?? 0)
    guard radius > 0 else { return picture }
    let mask = try Self.mask(picture.size, radius)
    let opaque = try picture.withAlpha()
    let colours = opaque.colourBands
    let colour = try opaque.call("extract_band", [("band", 0), ("n", .number(colours))])
    let alpha = try opaque.call("extract_band", [("band", .number(colours))])
    let cut = try runOperation("multiply", [("left", .picture(alpha)), ("right", .picture(mask))])!
      .call("linear", [("a", .number(1 / 255.0)), ("b", 0.5)])
      .cast(like: alpha)
    return try runOperation("bandjoin", [("in", .pictures([colour, cut]))])!
  }

  /// How much of each pixel stays, 255 for all of it.
  private static func mask(_ size: Size, _ radius: Double) throws -> Picture {
    let side = Int(radius.rounded(.up))
    var corner: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        let (across, down) = (radius - Double(x) - 0.5, radius - Double(y) - 0.5)
        let distance = (across * across + down * down).squareRoot()
        let share = across > 0 && down > 0 ? min(1, max(0, radius - distance + 0.5)) : 1
        corner.append(UInt8((share * 255).rounded()))
      }
    }
    let tile = try Picture(pixels: corner, VIPS_FORMAT_UCHAR, Size(side, side), bands: 1)
    let mirrored = try tile.call("flip", [("direction", "horizontal")])
    var mask = try Picture(
      pixels: [UInt8.max], VIPS_FORMAT_UCHAR, Size(1, 1), bands: 1
    ).repeated(to: size)
    let (right, bottom) = (size.width - side, size.height - side)
    for (x, y, part) in [
      (0, 0, tile), (right, 0, mirrored),
      (0, bottom, try tile.call("flip", [("direction", "vertical")])),
      (right, bottom, try mirrored.call("flip", [("direction", "vertical")])),
    ] {
      mask = try mask.inserting(part, left: x, top: y)
    }
    return mask
  }
}

extension Picture {
  /// With another picture in the place of some of its pixels.
  func inserting(_ part: Picture, left: Int, top: Int) throws -> Picture {
    try call(
      "insert", [("sub", .picture(part)), ("x", .number(left)), ("y", .number(top))],
      input: "main")
  }
}
