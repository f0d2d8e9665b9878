import CVips
import Manifest

/// Black and white only: white from a lightness on.
struct Threshold: PixelEdit {
  private let level: Double

  init(_ operation: Operation) { level = operation.number("level") ?? 0.5 }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    try picture.inGrey().mappingTones { $0 >= level ? 1 : 0 }
  }
}

/// One hue: black, the colour where a tone is as light as it is, white.
struct Tint: PixelEdit {
  private let color: Color

  init(_ operation: Operation) { color = operation.color("color") ?? .black }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    let middle = color.lightness
    return try picture.printing { tone in
      tone < middle
        ? Color.black.parts(mixedWith: color, tone / middle)
        : color.parts(mixedWith: .white, middle == 1 ? 1 : (tone - middle) / (1 - middle))
    }
  }
}

/// Tones between two colours.
struct Duotone: PixelEdit {
  private let dark: Color
  private let light: Color

  init(_ operation: Operation) {
    dark = operation.color("dark") ?? .black
    light = operation.color("light") ?? .white
  }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    try picture.printing { dark.parts(mixedWith: light, $0) }
  }
}

extension Operation {
  func color(_ name: String) -> Color? { text(name).flatMap(Color.init(css:)) }
}

extension Color {
  static let black = Color(0, 0, 0)

  /// Of its light, as sRGB has it, 0…1.
  fileprivate var lightness: Double {
    let light = zip([red, green, blue], [0.2126, 0.7152, 0.0722]).map { part, share in
      LinearLight.decoded(Double(part) / 255) * share
    }
    return LinearLight.encoded(light.reduce(0, +))
  }

  /// Red, green and blue of a mixture, each 0…1.
  fileprivate func parts(mixedWith other: Color, _ share: Double) -> [Double] {
    zip([red, green, blue], [other.red, other.green, other.blue]).map {
      (Double($0) * (1 - share) + Double($1) * share) / 255
    }
  }
}

extension Picture {
  /// Gives every tone of lightness a colour.
  /// - Parameter ink: red, green and blue for a tone, all 0…1.
  fileprivate func printing(_ ink: @escaping (Double) -> [Double]) throws -> Picture {
    let table = try ToneTable.picture(
      (0..<3).map { band in { ink($0)[band] } }, is16Bit: is16Bit)
    return try inGrey().changingColour { grey in
      try grey.call("maplut", [("lut", .picture(table))])
        .call("copy", [("interpretation", is16Bit ? "rgb16" : "srgb")])
    }
  }
}
