import Manifest

/// The `resize` operation; sizes as those of an output.
struct Resize: PictureEdit {
  static let copesWithShrunkDecode = false

  private let request: SizeRequest
  private let background: Color

  init(_ operation: Operation) {
    let box = Self.box(operation)
    request = SizeRequest(
      width: box?.width ?? operation.number("width").map { Int($0) },
      height: box?.height ?? operation.number("height").map { Int($0) },
      fit: operation.text("fit").flatMap(SizeRequest.Fit.init) ?? .inside,
      gravity: operation.text("gravity").flatMap(Gravity.init) ?? .centre,
      enlarge: operation.flag("enlarge") ?? false,
      kernel: operation.text("kernel").flatMap(SizeRequest.Kernel.init) ?? .lanczos3)
    background = operation.text("background").flatMap(Color.init(css:)) ?? .white
  }

  /// `1024` or `"800x600"`.
  private static func box(_ operation: Operation) -> Size? {
    if let side = operation.number("box") { return Size(Int(side), Int(side)) }
    let sides = operation.text("box")?.split(separator: "x").compactMap { Int($0) } ?? []
    return sides.count == 2 ? Size(sides[0], sides[1]) : nil
  }

  func size(after size: Size) -> Size { ResizePlan(size, request).result }

  func apply(to frames: inout Frames) throws {
    let plan = ResizePlan(frames.fullSize, request)
    let place = try plan.canvas.map { canvas in
      try request.gravity.place(plan.scaled, on: canvas, measuredFrom: frames.first)
    }
    try frames.change {
      let scaled = try $0.resized(to: plan.scaled, kernel: request.kernel)
      return try place.map { try scaled.placed($0, background) } ?? scaled
    }
    frames.fullSize = plan.result
  }
}
