import CVips
import Manifest

/// Lighter or darker: −1 is black, 0 no change, 1 white.
struct Brightness: PixelEdit {
  private let amount: Double

  init(_ operation: Operation) { amount = operation.number("amount") ?? 0 }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    guard amount != 0 else { return picture }
    return try picture.mappingTones { $0 + amount }
  }
}

/// Tones pushed from or to the middle: −1 is flat grey, 0 no change, 1 black and white only.
struct Contrast: PixelEdit {
  private let amount: Double

  init(_ operation: Operation) { amount = operation.number("amount") ?? 0 }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    guard amount != 0 else { return picture }
    // A line through the middle whose angle goes from flat to upright.
    let slope = tan((amount + 1) * .pi / 4)
    return try picture.mappingTones { ($0 - 0.5) * slope + 0.5 }
  }
}

extension Picture {
  /// Sends every colour number through a curve of 0…1, by a table; alpha stays.
  fileprivate func mappingTones(_ curve: (Double) -> Double) throws -> Picture {
    let count = Int(white) + 1
    let tones = (0..<count).map { index in
      (min(1, max(0, curve(Double(index) / white))) * white).rounded()
    }
    let table =
      is16Bit
      ? try Picture(pixels: tones.map { UInt16($0) }, VIPS_FORMAT_USHORT, Size(count, 1), bands: 1)
      : try Picture(pixels: tones.map { UInt8($0) }, VIPS_FORMAT_UCHAR, Size(count, 1), bands: 1)
    return try changingColour { colour in
      try colour.call("maplut", [("lut", .picture(table))]).interpreted(as: colour)
    }
  }
}
