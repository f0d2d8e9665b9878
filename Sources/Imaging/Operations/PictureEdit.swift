import Manifest

/// An operation of an edit or a finish, ready to be applied.
protocol PictureEdit {
  /// Does it give the same result, only smaller, on a picture that the decoder has shrunk?
  static var copesWithShrunkDecode: Bool { get }

  init(_ operation: Operation)

  /// What it makes of a size, in full-size pixels.
  /// - Throws: EMPTY_CROP.
  func size(after size: Size) throws -> Size

  func apply(to frames: inout Frames) throws
}

/// What an operation took from a picture, by names of its own.
typealias Measured = [String: Operation.Value]

/// An operation that takes values from the picture itself. They must be the same for every size that
/// is made of it, so they are measured apart from rendering, on a picture that does not depend on
/// what is rendered; without them it can neither be applied nor tell a size.
protocol MeasuredEdit: PictureEdit {
  /// Is there anything left to measure?
  var isSettled: Bool { get }
  /// Must every pixel be looked at, or does a small copy do?
  static var measuresWhole: Bool { get }

  func measure(_ frames: Frames) throws -> Measured

  mutating func settle(_ measured: Measured)
}

/// One that changes every picture for itself and keeps the size.
protocol PixelEdit: PictureEdit {
  /// - Parameter scale: decoded pixels per full-size pixel.
  func apply(to picture: Picture, scale: Double) throws -> Picture
}

extension PictureEdit {
  static var copesWithShrunkDecode: Bool { true }
}

extension MeasuredEdit {
  static var measuresWhole: Bool { false }
}

extension PixelEdit {
  func size(after size: Size) -> Size { size }

  func apply(to frames: inout Frames) throws {
    let scale = frames.decodeScale
    try frames.change { try apply(to: $0, scale: scale) }
  }
}

/// Every operation that can be rendered.
enum PictureEdits {
  private static var types: [String: any PictureEdit.Type] {
    [
      "crop": Crop.self, "trim": Trim.self, "rotate": Rotate.self, "flip": Flip.self,
      "resize": Resize.self,
      "pad": Pad.self, "border": Pad.self, "flatten": Flatten.self,
      "round-corners": RoundCorners.self,
      "brightness": Brightness.self, "contrast": Contrast.self, "saturation": Saturation.self,
      "exposure": Exposure.self, "gamma": Gamma.self, "levels": Levels.self, "curves": Curves.self,
      "normalize": Normalize.self, "clahe": LocalContrast.self, "threshold": Threshold.self,
      "posterize": Posterize.self,
      "grayscale": Grayscale.self, "invert": Invert.self, "hue": Hue.self,
      "temperature": Temperature.self, "sepia": Sepia.self, "tint": Tint.self,
      "duotone": Duotone.self, "sharpen": Sharpen.self, "blur": Blur.self, "median": Median.self,
      "vignette": Vignette.self, "watermark": Watermark.self, "pixelate": Pixelate.self,
      "retro": Retro.self,
    ]
  }

  /// - Parameters:
  ///   - attachments: nil where nothing is drawn.
  ///   - measured: what operations took from the picture before, by their places.
  /// - Throws: EDIT_FAILED for a name that is not known here, and for what is not attached.
  static func make(
    _ operations: [Operation], _ attachments: Attachments?, measured: [Measured?] = []
  ) throws(Failure) -> [any PictureEdit] {
    let types = types
    var edits: [any PictureEdit] = []
    for (index, operation) in operations.enumerated() {
      guard let type = types[operation.name] else {
        throw Failure(
          .editFailed, "this renderer knows no operation \"\(operation.name)\"", stage: .edit)
      }
      // The table of operations holds the defaults.
      var edit = type.init(operation.filled)
      if index < measured.count, let values = measured[index],
        var waiting = edit as? any MeasuredEdit
      {
        waiting.settle(values)
        edit = waiting
      }
      if var watermark = edit as? Watermark, let attachments {
        try watermark.take(from: attachments)
        edit = watermark
      }
      edits.append(edit)
    }
    return edits
  }
}
