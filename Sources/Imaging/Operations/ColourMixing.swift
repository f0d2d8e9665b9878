import CVips
import Manifest

/// Takes the colours away and leaves one band of lightness.
struct Grayscale: PixelEdit {
  init(_ operation: Operation) {}

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    try picture.inGrey()
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

/// Turns the colours, clockwise on a wheel from red over yellow to green; lightness stays about the
/// same.
struct Hue: PixelEdit {
  private let angle: Double

  init(_ operation: Operation) { angle = operation.number("angle") ?? 0 }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    guard angle.truncatingRemainder(dividingBy: 360) != 0, !picture.isGrey else { return picture }
    // Source: https://www.w3.org/TR/filter-effects-1/#feColorMatrixElement
    let (c, s) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
    let turned = [
      0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928,
      0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283,
      0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072,
    ]
    return try picture.mixingColours(strength: 0, turned)
  }
}

extension Picture {
  /// One band of lightness, alpha kept.
  func inGrey() throws -> Picture {
    try isGrey ? self : call("colourspace", [("space", is16Bit ? "grey16" : "b-w")])
  }

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
