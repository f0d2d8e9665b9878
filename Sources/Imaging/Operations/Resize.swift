import Manifest

/// The `resize` operation, and the sizes of an output.
struct Resize: MeasuredEdit {
  static let copesWithShrunkDecode = false

  private let request: SizeRequest
  private let background: Color
  /// Where what stands over is cut, 0…1; nil until it is measured.
  private var position: (x: Double, y: Double)?

  init(_ operation: Operation) {
    let box = operation.parameters["box"]?.box
    self.init(
      SizeRequest(
        width: operation.number("width").map { Int($0) } ?? box?.width,
        height: operation.number("height").map { Int($0) } ?? box?.height,
        fit: operation.text("fit").flatMap(SizeRequest.Fit.init) ?? .inside,
        gravity: operation.text("gravity").flatMap(Gravity.init) ?? .centre,
        enlarge: operation.flag("enlarge") ?? false,
        kernel: operation.text("kernel").flatMap(SizeRequest.Kernel.init) ?? .lanczos3,
        linear: operation.flag("linear") ?? false),
      background: operation.color("background") ?? .white)
  }

  init(_ request: SizeRequest, background: Color) {
    self.request = request
    self.background = background
    // Only what is cut needs looking at.
    position = request.gravity.position ?? (request.fit == .cover ? nil : (0.5, 0.5))
  }

  // MARK: Measuring

  var isSettled: Bool { position != nil }

  func measure(_ frames: Frames) throws -> Measured {
    let plan = ResizePlan(frames.fullSize, request)
    let place = try request.gravity.position(
      of: plan.result, in: plan.scaled, measuredOn: frames)
    return ["x": .number(place.x), "y": .number(place.y)]
  }

  mutating func settle(_ measured: Measured) { position = measured.position }

  // MARK: Resizing

  func size(after size: Size) -> Size { ResizePlan(size, request).result }

  func apply(to frames: inout Frames) throws {
    try apply(to: &frames, scaling: scale)
  }

  func scale(_ picture: Picture, to size: Size) throws -> Picture {
    try picture.resized(to: size, kernel: request.kernel, linear: request.linear)
  }

  /// - Parameter scaling: makes a picture exactly as large as said.
  func apply(
    to frames: inout Frames, scaling: (Picture, Size) throws -> Picture
  ) throws {
    let plan = ResizePlan(frames.fullSize, request)
    let place = plan.canvas.map {
      Placement(plan.scaled, on: $0, at: position ?? (0.5, 0.5))
    }
    try frames.change {
      let scaled = try scaling($0, plan.scaled)
      return try place.map { try scaled.placed($0, background) } ?? scaled
    }
    frames.fullSize = plan.result
    frames.decodeScale = 1
  }
}
