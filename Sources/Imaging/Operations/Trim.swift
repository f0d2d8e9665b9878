import CVips
import Manifest

/// Cuts away a border of one colour: that of the top left corner unless another is given. A picture
/// that is all border stays as it is.
struct Trim: MeasuredEdit {
  /// A border of a few pixels does not show in a small copy.
  static let measuresWhole = true

  private let threshold: Double
  private let background: Color?
  /// What stays, in full-size pixels; nil until it is measured.
  private var area: Area?

  init(_ operation: Operation) {
    threshold = operation.number("threshold") ?? 10
    background = operation.color("background")
  }

  // MARK: Measuring

  var isSettled: Bool { area != nil }

  func measure(_ frames: Frames) throws -> Measured {
    // Every frame of an animation shows its own part; all of them must stay.
    let areas = try frames.pictures.compactMap { try $0.content(threshold, background) }
    guard let first = areas.first else {
      return Area(left: 0, top: 0, size: frames.fullSize).measured
    }
    return areas.dropFirst().reduce(first) { $0.union($1) }.measured
  }

  mutating func settle(_ measured: Measured) { area = Area(measured) }

  // MARK: Cutting

  func size(after size: Size) -> Size { area?.size ?? size }

  func apply(to frames: inout Frames) throws {
    guard let area, area.size != frames.fullSize else { return }
    let whole = frames.fullSize
    frames.fullSize = area.size
    try frames.change { try $0.cut(to: area, of: whole) }
  }
}

extension Area {
  fileprivate func union(_ other: Area) -> Area {
    let (left, top) = (min(left, other.left), min(top, other.top))
    return Area(
      left: left, top: top,
      size: Size(
        max(self.left + size.width, other.left + other.size.width) - left,
        max(self.top + size.height, other.top + other.size.height) - top))
  }

  fileprivate var measured: Measured {
    [
      "left": .number(Double(left)), "top": .number(Double(top)),
      "width": .number(Double(size.width)), "height": .number(Double(size.height)),
    ]
  }

  fileprivate init?(_ measured: Measured) {
    let names = ["left", "top", "width", "height"]
    let numbers = names.compactMap { name -> Int? in
      if case .number(let number)? = measured[name] { Int(number) } else { nil }
    }
    guard numbers.count == names.count else { return nil }
    self.init(left: numbers[0], top: numbers[1], size: Size(numbers[2], numbers[3]))
  }
}

extension Picture {
  /// Where pixels lie that differ from a border's colour; nil if there are none. Single specks do
  /// not count.
  fileprivate func content(_ threshold: Double, _ background: Color?) throws -> Area? {
    let coloured = try background.map { try $0.isNeutral ? self : inColour() } ?? self
    // Clear pixels are alike, whatever colour they hide.
    let plain = try (hasAlpha ? coloured.call("premultiply") : coloured)
      .call("cast", [("format", "float")])
    let border: [Double]
    if let background {
      let share = hasAlpha ? Double(background.alpha) / 255 : 1
      border = background.values(for: coloured).enumerated().map {
        $0 < coloured.colourBands ? $1 * share : $1
      }
    } else {
      let corner = try plain.cut(to: Area(left: 0, top: 0, size: Size(1, 1))).bytes()
      border = corner.withUnsafeBytes { $0.bindMemory(to: Float.self).map { Double($0) } }
    }
    let mask =
      try plain
      .call("linear", [("a", 1), ("b", .numbers(border.map { -$0 }))]).call("abs")
      .call(
        "relational_const",
        [("relational", "more"), ("c", .number(threshold / 255 * white))]
      )
      .call("bandbool", [("boolean", "or")])
    let found = try runOperation(
      "find_trim", [("in", .picture(mask)), ("threshold", 1), ("background", "0")],
      numbers: ["left", "top", "width", "height"])
    guard found[2] > 0, found[3] > 0 else { return nil }
    return Area(left: found[0], top: found[1], size: Size(found[2], found[3]))
  }
}
