import CVips
import Manifest

/// Turns clockwise: by right angles exactly; by others around the middle, cut to the largest area
/// without empty corners, or with the corners filled.
struct Rotate: PictureEdit {
  private let angle: Double
  private let cuts: Bool
  private let background: Color

  init(_ operation: Operation) {
    let turns = (operation.number("angle") ?? 0).truncatingRemainder(dividingBy: 360)
    angle = turns < 0 ? turns + 360 : turns
    cuts = operation.flag("crop") ?? true
    background = operation.color("background") ?? .white
  }

  private var quarters: Int? {
    angle.truncatingRemainder(dividingBy: 90) == 0 ? Int(angle / 90) : nil
  }

  func size(after size: Size) -> Size {
    if let quarters { return quarters % 2 == 0 ? size : size.turned }
    return cuts ? size.largestInside(turnedBy: angle) : size.around(turnedBy: angle)
  }

  func apply(to frames: inout Frames) throws {
    if quarters == 0 { return }
    let whole = frames.fullSize
    let turned = size(after: whole)
    frames.fullSize = turned
    try frames.change { picture in
      if let quarters { return try picture.call("rot", [("angle", .text("d\(quarters * 90)"))]) }
      let scale = Double(picture.width) / Double(whole.width)
      let canvas = Size(rounding: Double(turned.width) * scale, Double(turned.height) * scale)
      return try picture.turned(by: angle, canvas, filling: cuts ? nil : background)
    }
  }
}

extension Size {
  private func sides(_ angle: Double) -> (width: Double, height: Double, sin: Double, cos: Double) {
    let radians = angle * .pi / 180
    return (Double(width), Double(height), abs(sin(radians)), abs(cos(radians)))
  }

  /// What holds all of a picture of this size that is turned.
  fileprivate func around(turnedBy angle: Double) -> Size {
    let (width, height, sin, cos) = sides(angle)
    // A thousandth of a pixel is arithmetic, not picture.
    func side(_ length: Double) -> Int { Int((length - 0.001).rounded(.up)) }
    return Size(side(width * cos + height * sin), side(width * sin + height * cos))
  }

  /// The largest upright area around the middle that a turned picture of this size fills.
  fileprivate func largestInside(turnedBy angle: Double) -> Size {
    let (width, height, sin, cos) = sides(angle)
    let long = max(width, height)
    let short = min(width, height)
    var across: Double
    var down: Double
    if short <= 2 * sin * cos * long || abs(sin - cos) < 1e-10 {
      // Two corners touch the long sides; the other two are free.
      (across, down) = (short / 2 / sin, short / 2 / cos)
      if width < height { swap(&across, &down) }
    } else {
      let difference = cos * cos - sin * sin
      across = (width * cos - height * sin) / difference
      down = (height * cos - width * sin) / difference
    }
    func side(_ length: Double) -> Int { max(1, Int((length + 0.001).rounded(.down))) }
    return Size(side(across), side(down))
  }
}

extension Picture {
  /// Turns around the middle onto a canvas around the same middle.
  /// - Parameter color: for what the picture does not cover; nil where it covers all.
  fileprivate func turned(by angle: Double, _ canvas: Size, filling color: Color?) throws -> Picture
  {
    let ground = try color.map { try ready(for: $0) } ?? self
    guard let bicubic = vips_interpolate_new("bicubic") else { throw VipsError() }
    defer { g_object_unref(bicubic) }
    let (s, c) = (sin(angle * .pi / 180), cos(angle * .pi / 180))
    var arguments: [(String, Argument)] = [
      ("matrix", .numbers([c, -s, s, c])), ("interpolate", .object(bicubic)),
      ("idx", .number(-Double(width - 1) / 2)), ("idy", .number(-Double(height - 1) / 2)),
      ("odx", .number(Double(canvas.width - 1) / 2)),
      ("ody", .number(Double(canvas.height - 1) / 2)),
      ("oarea", .text("0 0 \(canvas.width) \(canvas.height)")), ("premultiplied", true),
    ]
    if let color {
      let share = Double(color.alpha) / 255
      let values = color.values(for: ground)
      arguments.append(
        (
          "background",
          .numbers(values.enumerated().map { $0 < ground.colourBands ? $1 * share : $1 })
        ))
    } else {
      // At the very edge half a pixel of the outside is mixed in.
      arguments.append(("extend", "copy"))
    }
    return try ground.premultiplied { try $0.call("affine", arguments) }
  }
}

/// Mirrors: `horizontal` swaps left and right, `vertical` top and bottom.
struct Flip: PixelEdit {
  private let direction: String

  init(_ operation: Operation) { direction = operation.text("direction") ?? "horizontal" }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    try picture.call("flip", [("direction", .text(direction))])
  }
}
