import CVips
import Manifest

extension Gravity {
  /// Where a cut lies in what is left over, as `position` has it for gravities that need no looking.
  func position(
    of cut: Size, in whole: Size, measuredOn frames: Frames
  ) throws -> (x: Double, y: Double) {
    if let position { return position }
    let picture = frames.first
    let part = Size(
      rounding: Double(cut.width) * Double(picture.width) / Double(whole.width),
      Double(cut.height) * Double(picture.height) / Double(whole.height))
    guard part != picture.size else { return (0.5, 0.5) }
    let found = try picture.call(
      "smartcrop",
      [
        ("width", .number(min(part.width, picture.width))),
        ("height", .number(min(part.height, picture.height))), ("interesting", .text(rawValue)),
      ], input: "input")
    // A cut remembers where it lay by the negative of it.
    func share(_ offset: Int32, _ spare: Int) -> Double {
      spare <= 0 ? 0.5 : min(1, max(0, Double(-offset) / Double(spare)))
    }
    return (
      share(vips_image_get_xoffset(found.image), picture.width - part.width),
      share(vips_image_get_yoffset(found.image), picture.height - part.height)
    )
  }
}

extension Measured {
  /// As a gravity measured it.
  var position: (x: Double, y: Double) {
    guard case .number(let x)? = self["x"], case .number(let y)? = self["y"] else {
      return (0.5, 0.5)
    }
    return (x, y)
  }
}

extension Size {
  /// A cut of this size that lies at shares of what is left over.
  func cut(_ part: Size, at position: (x: Double, y: Double)) -> Area {
    Area(
      left: Int((Double(width - part.width) * position.x + 0.5).rounded(.down)),
      top: Int((Double(height - part.height) * position.y + 0.5).rounded(.down)), size: part)
  }
}
