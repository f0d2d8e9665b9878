import CVips
import Manifest

/// An operation that sends every colour number through one curve and leaves alpha as it is.
protocol ToneEdit: PixelEdit {
  /// From 0…1 to 0…1, numbers beyond are cut off; nil changes nothing.
  var curve: ((Double) -> Double)? { get }
}

extension ToneEdit {
  func apply(to picture: Picture, scale: Double) throws -> Picture {
    try curve.map { try picture.mappingTones($0) } ?? picture
  }
}

/// Lighter or darker: −1 is black, 0 no change, 1 white.
struct Brightness: ToneEdit {
  private let amount: Double

  init(_ operation: Operation) { amount = operation.number("amount") ?? 0 }

  var curve: ((Double) -> Double)? { amount == 0 ? nil : { $0 + amount } }
}

/// Tones pushed from or to the middle: −1 is flat grey, 0 no change, 1 black and white only.
struct Contrast: ToneEdit {
  private let amount: Double

  init(_ operation: Operation) { amount = operation.number("amount") ?? 0 }

  var curve: ((Double) -> Double)? {
    guard amount != 0 else { return nil }
    // A line through the middle whose angle goes from flat to upright.
    let slope = tan((amount + 1) * .pi / 4)
    return { ($0 - 0.5) * slope + 0.5 }
  }
}

/// More or less light, in stops.
struct Exposure: ToneEdit {
  private let stops: Double

  init(_ operation: Operation) { stops = operation.number("amount") ?? 0 }

  var curve: ((Double) -> Double)? {
    guard stops != 0 else { return nil }
    let factor = exp2(stops)
    return { LinearLight.encoded(LinearLight.decoded($0) * factor) }
  }
}

/// Tones bent by a power; above 1 the middle gets lighter.
struct Gamma: ToneEdit {
  private let gamma: Double

  init(_ operation: Operation) { gamma = operation.number("gamma") ?? 1 }

  var curve: ((Double) -> Double)? { gamma == 1 ? nil : { pow($0, 1 / gamma) } }
}

/// So many tones in each channel, at even distances from black to white.
struct Posterize: ToneEdit {
  private let steps: Double

  init(_ operation: Operation) { steps = (operation.number("levels") ?? 2) - 1 }

  var curve: ((Double) -> Double)? { { ($0 * steps).rounded() / steps } }
}

/// The negative.
struct Invert: ToneEdit {
  init(_ operation: Operation) {}

  var curve: ((Double) -> Double)? { { 1 - $0 } }
}

/// Tones stretched between a darkest and a lightest one, the middle bent by a power.
struct Levels: ToneEdit {
  private let black: Double
  private let white: Double
  private let gamma: Double

  init(_ operation: Operation) {
    self.init(
      black: operation.number("black") ?? 0, white: operation.number("white") ?? 1,
      gamma: operation.number("gamma") ?? 1)
  }

  init(black: Double, white: Double, gamma: Double = 1) {
    self.black = black
    self.white = white
    self.gamma = gamma
  }

  var curve: ((Double) -> Double)? {
    if black == 0 && white == 1 && gamma == 1 { return nil }
    return { pow(min(1, max(0, ($0 - black) / (white - black))), 1 / gamma) }
  }
}

extension Picture {
  /// Sends every colour number through a curve of 0…1, by a table; alpha stays.
  func mappingTones(_ curve: @escaping (Double) -> Double) throws -> Picture {
    let table = try ToneTable.picture([curve], is16Bit: is16Bit)
    return try changingColour { colour in
      try colour.call("maplut", [("lut", .picture(table))]).interpreted(as: colour)
    }
  }
}

/// Curves as a picture of one row, which libvips looks numbers up in.
enum ToneTable {
  /// - Parameter curves: one per band of the result, from 0…1; results beyond that are cut off.
  static func picture(_ curves: [(Double) -> Double], is16Bit: Bool) throws -> Picture {
    let white = is16Bit ? 65535.0 : 255
    let count = Int(white) + 1
    let numbers = (0..<count).flatMap { index in
      curves.map { min(1, max(0, $0(Double(index) / white))) * white }
    }
    let size = Size(count, 1)
    return is16Bit
      ? try Picture(
        pixels: numbers.map { UInt16($0.rounded()) }, VIPS_FORMAT_USHORT, size, bands: curves.count)
      : try Picture(
        pixels: numbers.map { UInt8($0.rounded()) }, VIPS_FORMAT_UCHAR, size, bands: curves.count)
  }
}
