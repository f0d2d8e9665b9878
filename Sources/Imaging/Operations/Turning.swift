import Manifest

/// Turns by right angles, clockwise.
struct Rotate: PictureEdit {
  private let quarters: Int

  init(_ operation: Operation) {
    let angle = Int(operation.number("angle") ?? 0)
    quarters = ((angle / 90) % 4 + 4) % 4
  }

  func size(after size: Size) -> Size { quarters % 2 == 0 ? size : size.turned }

  func apply(to frames: inout Frames) throws {
    guard quarters != 0 else { return }
    frames.fullSize = size(after: frames.fullSize)
    try frames.change { try $0.call("rot", [("angle", .text("d\(quarters * 90)"))]) }
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
