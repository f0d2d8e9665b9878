import Manifest

/// Stretches the tones of all colours alike to the whole range. The darkest and the lightest
/// hundredth of the numbers are cut off: a single speck must not decide.
struct Normalize: MeasuredEdit {
  /// nil until it is measured.
  private var levels: Levels?

  init(_ operation: Operation) {}

  var isSettled: Bool { levels != nil }

  func measure(_ frames: Frames) throws -> Measured {
    // One stretch for all frames, or an animation would flicker.
    let counts = try frames.pictures.reduce(into: [Int](repeating: 0, count: 256)) {
      counts, picture in
      let colour = try picture.in8Bits().call(
        "extract_band", [("band", 0), ("n", .number(picture.colourBands))])
      for number in try colour.bytes() { counts[Int(number)] += 1 }
    }
    let most = counts.reduce(0, +) / 100
    func tone(_ order: some Sequence<Int>) -> Int {
      var passed = 0
      return order.first { tone in
        passed += counts[tone]
        return passed > most
      } ?? 0
    }
    let black = tone(0...255)
    let white = tone((0...255).reversed())
    // A picture of one tone has nothing to stretch.
    let range = black < white ? (Double(black) / 255, Double(white) / 255) : (0, 1)
    return ["black": .number(range.0), "white": .number(range.1)]
  }

  mutating func settle(_ measured: Measured) {
    guard case .number(let black)? = measured["black"],
      case .number(let white)? = measured["white"]
    else { return }
    levels = Levels(black: black, white: white)
  }

  func size(after size: Size) -> Size { size }

  func apply(to frames: inout Frames) throws { try levels?.apply(to: &frames) }
}
