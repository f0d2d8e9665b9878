import Manifest

/// Where a scaled picture lies on a canvas: it may stand over (negative numbers) or leave room.
struct Placement {
  var left, top: Int
  var canvas: Size
}

extension Gravity {
  func place(
    _ picture: Size, on canvas: Size, measuredFrom proxy: Picture
  ) throws -> Placement {
    if picture.width > canvas.width || picture.height > canvas.height {
      let area = try area(canvas, of: picture, measuredFrom: proxy)
      return Placement(left: -area.left, top: -area.top, canvas: canvas)
    }
    // Room to fill: there is nothing to measure in it.
    let place = position ?? (0.5, 0.5)
    func start(_ spare: Int, _ share: Double) -> Int {
      Int((Double(spare) * share + 0.5).rounded(.down))
    }
    return Placement(
      left: start(canvas.width - picture.width, place.x),
      top: start(canvas.height - picture.height, place.y), canvas: canvas)
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
    var ground = try background.isNeutral ? self : inColour()
    if background.alpha < 255 && !ground.hasAlpha { ground = try ground.call("addalpha") }
    return try ground.call(
      "embed",
      [
        ("x", .number(placement.left)), ("y", .number(placement.top)),
        ("width", .number(placement.canvas.width)), ("height", .number(placement.canvas.height)),
        ("extend", "background"), ("background", .numbers(background.values(for: ground))),
      ])
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
