import CVips
import Manifest

extension Gravity {
  /// Where a cut of a whole lies.
  /// - Parameter picture: shows the whole in any size; attention and entropy are measured on a
  ///   proxy of it whose size is fixed, so that every output size gets the same cut.
  func area(_ cut: Size, of whole: Size, measuredFrom picture: Picture) throws -> Area {
    let place = try position ?? measured(cut, of: whole, picture)
    return Area(
      left: Int((Double(whole.width - cut.width) * place.x + 0.5).rounded(.down)),
      top: Int((Double(whole.height - cut.height) * place.y + 0.5).rounded(.down)), size: cut)
  }

  private static let proxySide = 512.0

  private func measured(
    _ cut: Size, of whole: Size, _ picture: Picture
  ) throws -> (x: Double, y: Double) {
    let factor = min(1, Self.proxySide / Double(max(whole.width, whole.height)))
    let size = Size(rounding: Double(whole.width) * factor, Double(whole.height) * factor)
    let part = Size(rounding: Double(cut.width) * factor, Double(cut.height) * factor)
    guard part != size else { return (0.5, 0.5) }
    let found = try picture.resized(to: size, kernel: .linear).call(
      "smartcrop",
      [
        ("width", .number(part.width)), ("height", .number(part.height)),
        ("interesting", .text(rawValue)),
      ], input: "input")
    // A cut remembers where it lay by the negative of it.
    func share(_ offset: Int32, _ spare: Int) -> Double {
      spare == 0 ? 0.5 : min(1, max(0, Double(-offset) / Double(spare)))
    }
    return (
      share(vips_image_get_xoffset(found.image), size.width - part.width),
      share(vips_image_get_yoffset(found.image), size.height - part.height)
    )
  }
}
