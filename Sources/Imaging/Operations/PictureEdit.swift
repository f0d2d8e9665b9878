import Manifest

/// An operation of an edit or a finish, ready to be applied.
protocol PictureEdit: Sendable {
  /// Does it give the same result, only smaller, on a picture that the decoder has shrunk?
  static var copesWithShrunkDecode: Bool { get }

  init(_ operation: Operation)

  /// What it makes of a size, in full-size pixels.
  /// - Throws: EMPTY_CROP.
  func size(after size: Size) throws -> Size

  func apply(to frames: inout Frames) throws
}

/// One that changes every picture for itself and keeps the size.
protocol PixelEdit: PictureEdit {
  /// - Parameter scale: decoded pixels per full-size pixel.
  func apply(to picture: Picture, scale: Double) throws -> Picture
}

extension PictureEdit {
  static var copesWithShrunkDecode: Bool { true }
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
  private static let types: [String: any PictureEdit.Type] = [
    "crop": Crop.self, "rotate": Rotate.self, "flip": Flip.self, "resize": Resize.self,
    "grayscale": Grayscale.self, "brightness": Brightness.self, "contrast": Contrast.self,
    "saturation": Saturation.self, "sepia": Sepia.self, "sharpen": Sharpen.self,
    "blur": Blur.self, "pixelate": Pixelate.self, "retro": Retro.self,
  ]

  /// - Throws: EDIT_FAILED for a name that is not known here.
  static func make(_ operations: [Operation]) throws(Failure) -> [any PictureEdit] {
    var edits: [any PictureEdit] = []
    for operation in operations {
      guard let type = types[operation.name] else {
        throw Failure(
          .editFailed, "this renderer knows no operation \"\(operation.name)\"", stage: .edit)
      }
      // The table of operations holds the defaults.
      edits.append(type.init(operation.filled))
    }
    return edits
  }
}
