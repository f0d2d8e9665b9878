import Manifest

/// Keeps an area of the picture: `{x, y, width, height}` or `{aspect, gravity}`.
struct Crop: PictureEdit {
  let operation: Operation

  init(_ operation: Operation) { self.operation = operation }

  func size(after size: Size) throws -> Size {
    if let cut = aspectCut(of: size) { return cut }
    return try area(of: size).size
  }

  func apply(to frames: inout Frames) throws {
    let whole = frames.fullSize
    let area: Area
    if let cut = aspectCut(of: whole) {
      let gravity = operation.text("gravity").flatMap(Gravity.init) ?? .centre
      area = try gravity.area(cut, of: whole, measuredFrom: frames.first)
    } else {
      area = try self.area(of: whole)
    }
    guard area.size != whole else { return }
    frames.fullSize = area.size
    try frames.change { try $0.cut(to: area, of: whole) }
  }

  /// The largest size of the asked proportions that fits; nil if none are asked for.
  private func aspectCut(of size: Size) -> Size? {
    guard let parts = operation.text("aspect")?.split(separator: ":"), parts.count == 2,
      let across = Double(parts[0]), let down = Double(parts[1]), across > 0, down > 0
    else { return nil }
    let width = Double(size.width)
    let height = Double(size.height)
    return width * down > height * across
      ? Size(rounding: height * across / down, height)
      : Size(rounding: width, width * down / across)
  }

  private func area(of whole: Size) throws -> Area {
    func edges(_ start: String, _ length: String, of side: Int) -> Range<Int>? {
      let whole = Double(side)
      let from = operation.length(start, of: whole, scale: 1) ?? 0
      let to = from + (operation.length(length, of: whole, scale: 1) ?? whole - from)
      guard from < whole, to > 0, from < to else { return nil }
      let low = min(side - 1, Int((max(0, from) + 0.5).rounded(.down)))
      return low..<max(low + 1, Int((min(whole, to) + 0.5).rounded(.down)))
    }
    guard let across = edges("x", "width", of: whole.width),
      let down = edges("y", "height", of: whole.height)
    else {
      throw Failure(
        .emptyCrop, "the crop lies outside the picture, which is \(whole.width)x\(whole.height)",
        stage: .edit)
    }
    return Area(
      left: across.lowerBound, top: down.lowerBound, size: Size(across.count, down.count))
  }
}

extension Picture {
  /// Cuts an area given in pixels of a whole that this picture shows, perhaps smaller.
  func cut(to area: Area, of whole: Size) throws -> Picture {
    func edges(_ start: Int, _ length: Int, _ whole: Int, _ decoded: Int) -> Range<Int> {
      let scale = Double(decoded) / Double(whole)
      let low = min(decoded - 1, Int((Double(start) * scale).rounded()))
      return low..<max(low + 1, Int((Double(start + length) * scale).rounded()))
    }
    let across = edges(area.left, area.size.width, whole.width, width)
    let down = edges(area.top, area.size.height, whole.height, height)
    return try cut(
      to: Area(
        left: across.lowerBound, top: down.lowerBound, size: Size(across.count, down.count)))
  }

  func cut(to area: Area) throws -> Picture {
    try call(
      "extract_area",
      [
        ("left", .number(area.left)), ("top", .number(area.top)),
        ("width", .number(area.size.width)), ("height", .number(area.size.height)),
      ], input: "input")
  }
}
