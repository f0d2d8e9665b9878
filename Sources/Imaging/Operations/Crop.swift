import Manifest

/// Keeps an area of the picture: one given by its edges, the largest of some proportions, or what a
/// viewport shows. What stands over the picture's edges is cut.
struct Crop: MeasuredEdit {
  private enum Part {
    case area(Operation)
    case aspect(Double)
    case viewport(Viewport)
  }

  private let part: Part
  private let gravity: Gravity
  /// Where the cut lies in what is left over, 0…1; nil until it is measured.
  private var position: (x: Double, y: Double)?

  init(_ operation: Operation) {
    if let aspect = operation.parameters["aspect"]?.ratio {
      part = .aspect(aspect)
    } else if let viewport = Viewport(operation) {
      part = .viewport(viewport)
    } else {
      part = .area(operation)
    }
    gravity = operation.text("gravity").flatMap(Gravity.init) ?? .centre
    position = gravity.position
  }

  // MARK: Measuring

  var isSettled: Bool { position != nil }

  func measure(_ frames: Frames) throws -> Measured {
    guard case .aspect(let aspect) = part else { return [:] }
    let whole = frames.fullSize
    let place = try gravity.position(of: whole.largest(aspect), in: whole, measuredOn: frames)
    return ["x": .number(place.x), "y": .number(place.y)]
  }

  mutating func settle(_ measured: Measured) { position = measured.position }

  // MARK: Cutting

  func size(after size: Size) throws -> Size { try area(of: size).size }

  func apply(to frames: inout Frames) throws {
    let whole = frames.fullSize
    let area = try area(of: whole)
    guard area.size != whole else { return }
    frames.fullSize = area.size
    try frames.change { try $0.cut(to: area, of: whole) }
  }

  private func area(of whole: Size) throws -> Area {
    let area: Area?
    switch part {
    case .aspect(let aspect):
      area = whole.cut(whole.largest(aspect), at: position ?? (0.5, 0.5))
    case .viewport(let viewport):
      area = whole.intersection(viewport.edges(of: whole))
    case .area(let operation):
      func edges(_ start: String, _ length: String, of side: Int) -> Edges {
        let from = operation.length(start, of: Double(side), scale: 1) ?? 0
        let length = operation.length(length, of: Double(side), scale: 1)
        return (from, length.map { from + $0 } ?? Double(side))
      }
      area = whole.intersection(
        (
          edges("x", "width", of: whole.width), edges("y", "height", of: whole.height)
        ))
    }
    guard let area else {
      throw Failure(
        .emptyCrop, "the crop lies outside the picture, which is \(whole.width)x\(whole.height)",
        stage: .edit)
    }
    return area
  }
}

/// Where an area begins and ends on an axis, in full-size pixels.
typealias Edges = (from: Double, to: Double)

extension Size {
  /// The largest size of some proportions that fits.
  /// - Parameter aspect: width by height.
  fileprivate func largest(_ aspect: Double) -> Size {
    Double(width) > Double(height) * aspect
      ? Size(rounding: Double(height) * aspect, Double(height))
      : Size(rounding: Double(width), Double(width) / aspect)
  }

  /// The pixels that an area and the picture have in common; nil if there are none.
  fileprivate func intersection(_ area: (across: Edges, down: Edges)) -> Area? {
    func pixels(_ edges: Edges, _ side: Int) -> Range<Int>? {
      guard edges.from < Double(side), edges.to > 0, edges.from < edges.to else { return nil }
      let low = min(side - 1, Int((max(0, edges.from) + 0.5).rounded(.down)))
      return low..<max(low + 1, Int((min(Double(side), edges.to) + 0.5).rounded(.down)))
    }
    guard let across = pixels(area.across, width), let down = pixels(area.down, height) else {
      return nil
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
    guard area != Area(left: 0, top: 0, size: size) else { return self }
    return try call(
      "extract_area",
      [
        ("left", .number(area.left)), ("top", .number(area.top)),
        ("width", .number(area.size.width)), ("height", .number(area.size.height)),
      ], input: "input")
  }
}
