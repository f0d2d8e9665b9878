import Manifest

/// Room of one colour around the picture; `border` is the same on all sides.
struct Pad: PictureEdit {
  private let operation: Operation
  private let color: Color

  init(_ operation: Operation) {
    self.operation = operation
    color = operation.color("color") ?? .white
  }

  func size(after size: Size) -> Size { room(around: size).canvas }

  func apply(to frames: inout Frames) throws {
    let whole = frames.fullSize
    let room = room(around: whole)
    frames.fullSize = room.canvas
    try frames.change { try $0.placed(room.scaled(to: $0.size, from: whole), color) }
  }

  /// Where the picture lies in its room, in full-size pixels.
  private func room(around size: Size) -> Placement {
    func length(_ name: String, of whole: Int) -> Int {
      let length =
        operation.length("all", of: size.shorterSide, scale: 1)
        ?? operation.length("width", of: size.shorterSide, scale: 1)
        ?? operation.length(name, of: Double(whole), scale: 1)
      return Int(((length ?? 0) + 0.5).rounded(.down))
    }
    let left = length("left", of: size.width)
    let top = length("top", of: size.height)
    return Placement(
      left: left, top: top,
      canvas: Size(
        left + size.width + length("right", of: size.width),
        top + size.height + length("bottom", of: size.height)))
  }
}

extension Placement {
  /// The same for a picture in another size.
  fileprivate func scaled(to size: Size, from whole: Size) -> Placement {
    let across = Double(size.width) / Double(whole.width)
    let down = Double(size.height) / Double(whole.height)
    let left = Int((Double(left) * across).rounded())
    let top = Int((Double(top) * down).rounded())
    let canvas = Size(rounding: Double(canvas.width) * across, Double(canvas.height) * down)
    return Placement(
      left: left, top: top,
      canvas: Size(
        max(canvas.width, left + size.width), max(canvas.height, top + size.height)))
  }
}

extension Size {
  /// What a share means of a length that goes neither across nor down.
  var shorterSide: Double { Double(min(width, height)) }
}
