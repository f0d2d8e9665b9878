import Manifest

/// Lays a mark over the picture: an image, or a text that was drawn to one.
struct Watermark: PixelEdit {
  private let operation: Operation
  private let gravity: Gravity
  private let opacity: Double
  private let tiles: Bool
  /// In sRGB, with alpha; it travels beside the operation.
  private var mark: Picture?

  init(_ operation: Operation) {
    self.operation = operation
    gravity = operation.text("gravity").flatMap(Gravity.init) ?? .southEast
    opacity = operation.number("opacity") ?? 1
    tiles = operation.flag("tile") ?? false
  }

  /// - Throws: EDIT_FAILED.
  mutating func take(from attachments: Attachments) throws(Failure) {
    mark = try attachments.picture(operation)
  }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    guard let mark, opacity > 0 else { return picture }
    let shorter = picture.size.shorterSide
    let margin = Int((operation.length("margin", of: shorter, scale: scale) ?? 0).rounded())
    let laid = try mark.resized(
      to: size(of: mark, on: picture, margin, scale), kernel: .lanczos3
    ).fading(by: opacity)
    let position = gravity.position ?? (1, 1)
    func start(_ whole: Int, _ part: Int, _ share: Double) -> Int {
      min(margin, (whole - part) / 2)
        + Int((Double(max(0, whole - part - 2 * margin)) * share + 0.5).rounded(.down))
    }
    let left = start(picture.width, laid.width, position.x)
    let top = start(picture.height, laid.height, position.y)
    guard tiles else { return try picture.laying(laid, left: left, top: top) }
    let cell = Size(laid.width + margin, laid.height + margin)
    return try picture.laying(
      laid.tiled(cell, over: picture.size, from: (left % cell.width, top % cell.height)), left: 0,
      top: 0)
  }

  /// As wide as asked for, or as it is, but never larger than the room within the margins.
  private func size(of mark: Picture, on picture: Picture, _ margin: Int, _ scale: Double) -> Size {
    let wanted =
      operation.number("scale").map { $0 * Double(picture.width) / Double(mark.width) } ?? scale
    func room(_ side: Int) -> Double { Double(max(1, side - 2 * margin)) }
    let factor = min(
      wanted, room(picture.width) / Double(mark.width), room(picture.height) / Double(mark.height))
    return Size(rounding: Double(mark.width) * factor, Double(mark.height) * factor)
  }
}

extension Picture {
  fileprivate func fading(by opacity: Double) throws -> Picture {
    guard opacity < 1 else { return self }
    let factors = Array(repeating: 1, count: colourBands) + [opacity]
    return try call("linear", [("a", .numbers(factors)), ("b", 0.5)]).cast(like: self)
  }

  /// Repeated over an area.
  /// - Parameters:
  ///   - cell: this picture with the gap to the next one.
  ///   - start: where one of them lies, less than a cell from the corner.
  fileprivate func tiled(
    _ cell: Size, over size: Size, from start: (x: Int, y: Int)
  ) throws -> Picture {
    let one = try call(
      "embed",
      [
        ("x", 0), ("y", 0), ("width", .number(cell.width)), ("height", .number(cell.height)),
        ("extend", "background"), ("background", .numbers(Array(repeating: 0, count: bands))),
      ])
    let many = try one.call(
      "replicate",
      [
        ("across", .number(size.width / cell.width + 2)),
        ("down", .number(size.height / cell.height + 2)),
      ])
    return try many.cut(
      to: Area(
        left: (cell.width - start.x) % cell.width, top: (cell.height - start.y) % cell.height,
        size: size))
  }

  /// With a mark over it, in this picture's depth, with alpha if it has any.
  /// - Parameter mark: of 8 bits, with alpha; it may not stand over.
  fileprivate func laying(_ mark: Picture, left: Int, top: Int) throws -> Picture {
    let ground = try mark.isGrey ? self : inColour()
    var mark = try ground.isGrey ? mark : mark.inColour()
    if is16Bit {
      mark = try mark.call("linear", [("a", 257), ("b", 0)]).call("cast", [("format", "ushort")])
        .call("copy", [("interpretation", mark.isGrey ? "grey16" : "rgb16")])
    }
    // Only what the mark covers is worked out anew.
    let part = try ground.cut(to: Area(left: left, top: top, size: mark.size))
    return try ground.inserting(part.covered(by: mark), left: left, top: top)
  }

  private func covered(by mark: Picture) throws -> Picture {
    let alpha = try mark.call("extract_band", [("band", .number(mark.colourBands))])
    let rest = try alpha.call("linear", [("a", .number(-1 / white)), ("b", 1)])
    let over = try mark.call("premultiply")
    func mixed(_ ground: Picture, _ over: Picture) throws -> Picture {
      let left = try runOperation(
        "multiply", [("left", .picture(ground)), ("right", .picture(rest))])!
      return try runOperation("add", [("left", .picture(left)), ("right", .picture(over))])!
        .interpreted(as: ground)
    }
    if hasAlpha { return try premultiplied { try mixed($0, over) } }
    return try mixed(
      self, over.call("extract_band", [("band", 0), ("n", .number(colourBands))])
    ).rounded(like: self)
  }
}
