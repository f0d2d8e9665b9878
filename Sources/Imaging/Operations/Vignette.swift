import CVips
import Manifest

/// Darkens the corners: nothing up to `radius`, a share of the half diagonal, then softly more, by
/// `strength` in the corner itself.
struct Vignette: PixelEdit {
  private let strength: Double
  private let radius: Double

  init(_ operation: Operation) {
    strength = operation.number("strength") ?? 0.5
    radius = operation.number("radius") ?? 0.75
  }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    guard strength > 0, radius < 1 else { return picture }
    let light = try Self.distances(picture.size).call(
      "maplut", [("lut", .picture(Self.falloff(strength, radius)))])
    return try picture.changingColour { colour in
      try runOperation("multiply", [("left", .picture(colour)), ("right", .picture(light))])!
        .rounded(like: colour)
    }
  }

  /// The square of every pixel's distance from the middle, 65535 in the corners.
  private static func distances(_ size: Size) throws -> Picture {
    let (across, down) = (Double(size.width), Double(size.height))
    let diagonal = across * across + down * down
    /// Both axes' shares can be worked out apart, since squares of lengths add up.
    func squares(_ side: Int) -> [Float] {
      (0..<side).map {
        let distance = Double(2 * $0 + 1) - Double(side)
        return Float(distance * distance / diagonal * 65535)
      }
    }
    let row = try Picture(
      pixels: squares(size.width), VIPS_FORMAT_FLOAT, Size(size.width, 1), bands: 1)
    let column = try Picture(
      pixels: squares(size.height), VIPS_FORMAT_FLOAT, Size(1, size.height), bands: 1)
    return try runOperation(
      "add",
      [("left", .picture(row.repeated(to: size))), ("right", .picture(column.repeated(to: size)))])!
      .call("cast", [("format", "ushort")])
  }

  /// What is left of the light at the square of a distance.
  private static func falloff(_ strength: Double, _ radius: Double) throws -> Picture {
    let factors = (0..<65536).map { square -> Float in
      let distance = (Double(square) / 65535).squareRoot()
      let t = max(0, (distance - radius) / (1 - radius))
      return Float(1 - strength * t * t * (3 - 2 * t))
    }
    return try Picture(pixels: factors, VIPS_FORMAT_FLOAT, Size(65536, 1), bands: 1)
  }
}

extension Picture {
  /// The last row or column again and again until the picture has this size.
  func repeated(to size: Size) throws -> Picture {
    try call(
      "embed",
      [
        ("x", 0), ("y", 0), ("width", .number(size.width)), ("height", .number(size.height)),
        ("extend", "copy"),
      ])
  }
}
