import CVips
import Manifest

/// As if the light were that of a black body of so many kelvin: warmer below 6500, cooler above. Grey
/// keeps its lightness.
struct Temperature: PixelEdit {
  private let kelvin: Double

  init(_ operation: Operation) { kelvin = operation.number("kelvin") ?? Self.neutral }

  private static let neutral = 6500.0

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    guard kelvin != Self.neutral else { return picture }
    let gains = zip(Self.light(kelvin), Self.light(Self.neutral)).map { $0 / $1 }
    let lightness = zip(gains, [0.2126, 0.7152, 0.0722]).map(*).reduce(0, +)
    let table = try ToneTable.picture(
      gains.map { gain in
        { LinearLight.encoded(LinearLight.decoded($0) * gain / lightness) }
      }, is16Bit: picture.is16Bit)
    return try picture.inColour().changingColour { colour in
      try colour.call("maplut", [("lut", .picture(table))]).interpreted(as: colour)
    }
  }

  /// Linear red, green and blue of a black body's light, of any strength.
  /// Source: B. Kim et al.: Design of advanced color temperature control system for HDTV
  /// applications, 2002, for 1667…25000 K.
  private static func light(_ kelvin: Double) -> [Double] {
    func cubic(_ x: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      ((a * x + b) * x + c) * x + d
    }
    let inverse = 1000 / kelvin
    let x =
      kelvin < 4000
      ? cubic(inverse, -0.2661239, -0.2343589, 0.8776956, 0.179910)
      : cubic(inverse, -3.0258469, 2.1070379, 0.2226347, 0.240390)
    let y =
      kelvin < 2222
      ? cubic(x, -1.1063814, -1.34811020, 2.18555832, -0.20219683)
      : kelvin < 4000
        ? cubic(x, -0.9549476, -1.37418593, 2.09137015, -0.16748867)
        : cubic(x, 3.0817580, -5.87338670, 3.75112997, -0.37001483)
    // From chromaticity to XYZ to sRGB's primaries; the reddest light has no blue left.
    let (bigX, bigZ) = (x / y, (1 - x - y) / y)
    return [
      3.2406 * bigX - 1.5372 - 0.4986 * bigZ, -0.9689 * bigX + 1.8758 + 0.0415 * bigZ,
      0.0557 * bigX - 0.2040 + 1.0570 * bigZ,
    ].map { max(0, $0) }
  }
}
