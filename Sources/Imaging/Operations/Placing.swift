import Manifest

/// Where a picture lies on a canvas: it may stand over (negative numbers) or leave room.
struct Placement {
  var left, top: Int
  var canvas: Size
}

extension Placement {
  /// - Parameter position: the share of what is left over, or stands over, to the left and above.
  init(_ picture: Size, on canvas: Size, at position: (x: Double, y: Double)) {
    // What stands over is cut as any cut is.
    let area = picture.cut(canvas, at: position)
    func start(_ cut: Int, _ spare: Int, _ share: Double) -> Int {
      spare > 0 ? Int((Double(spare) * share + 0.5).rounded(.down)) : -cut
    }
    left = start(area.left, canvas.width - picture.width, position.x)
    top = start(area.top, canvas.height - picture.height, position.y)
    self.canvas = canvas
  }
}

extension Picture {
  func placed(_ placement: Placement, _ background: Color) throws -> Picture {
    guard placement.canvas != size else { return self }
    if placement.left <= 0 && placement.top <= 0 {
      let canvas = placement.canvas
      if canvas.width <= width && canvas.height <= height {
        return try cut(to: Area(left: -placement.left, top: -placement.top, size: canvas))
      }
    }
    let ground = try ready(for: background)
    return try ground.call(
      "embed",
      [
        ("x", .number(placement.left)), ("y", .number(placement.top)),
        ("width", .number(placement.canvas.width)), ("height", .number(placement.canvas.height)),
        ("extend", "background"), ("background", .numbers(background.values(for: ground))),
      ])
  }

  /// With the bands that a colour needs beside this picture's own.
  func ready(for color: Color) throws -> Picture {
    let picture = try color.isNeutral ? self : inColour()
    return color.alpha == 255 ? picture : try picture.withAlpha()
  }

  /// Opaque where it had none.
  func withAlpha() throws -> Picture {
    try hasAlpha ? self : call("bandjoin_const", [("c", .number(white))])
  }

  /// On a ground instead of alpha.
  func flattened(on color: Color) throws -> Picture {
    guard hasAlpha else { return self }
    let picture = try color.isNeutral ? self : inColour()
    // The alpha's own share of the background is not wanted.
    let colour = Array(color.values(for: picture).prefix(picture.colourBands))
    return try picture.call(
      "flatten", [("background", .numbers(colour)), ("max-alpha", .number(picture.white))])
  }
}

extension Color {
  var isNeutral: Bool { red == green && green == blue }

  /// One number per band of a picture, in its depth.
  func values(for picture: Picture) -> [Double] {
    let colour = picture.isGrey ? [red] : [red, green, blue]
    return (colour + (picture.hasAlpha ? [alpha] : [])).map { Double($0) / 255 * picture.white }
  }
}
