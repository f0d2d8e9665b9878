import CVips
import Manifest

/// Takes the colours away and leaves one band of lightness.
struct Grayscale: PixelEdit {
  init(_ operation: Operation) {}

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    guard !picture.isGrey else { return picture }
    return try picture.call("colourspace", [("space", picture.is16Bit ? "grey16" : "b-w")])
  }
}

/// Colours stronger or weaker: −1 leaves none, 0 no change, 1 doubles them.
struct Saturation: PixelEdit {
  private let amount: Double

  init(_ operation: Operation) { amount = operation.number("amount") ?? 0 }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    guard amount != 0, !picture.isGrey else { return picture }
    // Rec. 709's shares of lightness.
    let lightness = [0.2126, 0.7152, 0.0722]
    return try picture.mixingColours(strength: 1 + amount, lightness + lightness + lightness)
  }
}

/// Browns the picture like an old print: 0 no change, 1 sepia only.
struct Sepia: PixelEdit {
  private let amount: Double

  init(_ operation: Operation) { amount = operation.number("amount") ?? 1 }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    guard amount != 0 else { return picture }
    // Source: https://www.w3.org/TR/filter-effects-1/#sepiaEquivalent
    let sepia = [0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131]
    return try picture.inColour().mixingColours(strength: 1 - amount, sepia)
  }
}

extension Picture {
  /// - Parameters:
  ///   - strength: the share of the picture's own colours; the rest comes from the matrix.
  ///   - matrix: three rows of three.
  fileprivate func mixingColours(strength: Double, _ matrix: [Double]) throws -> Picture {
    let mixed = matrix.enumerated().map { index, value in
      value * (1 - strength) + (index % 4 == 0 ? strength : 0)
    }
    let coefficients = try Picture(pixels: mixed, VIPS_FORMAT_DOUBLE, Size(3, 3), bands: 1)
    return try changingColour {
      try $0.call("recomb", [("m", .picture(coefficients))]).rounded(like: $0)
    }
  }
}
