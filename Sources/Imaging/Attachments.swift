import Files
import Manifest
import RenderProtocol

/// Files that operations need besides the source, decoded when they are first needed.
final class Attachments {
  private let files: [String: Descriptor]
  private let limits: Limits
  private var pictures: [String: Picture] = [:]

  /// - Parameter files: in the order of the request's `attachments`.
  init(_ request: Request.Render, _ files: [Descriptor]) {
    self.files = Dictionary(
      zip(request.attachments, files), uniquingKeysWith: { first, _ in first })
    limits = Limits(maxPixels: request.limits.maxPixels)
  }

  /// The picture of an operation, upright, in sRGB, of 8 bits and with alpha.
  /// - Throws: EDIT_FAILED.
  func picture(_ operation: Operation) throws(Failure) -> Picture {
    let name = operation.text("image").map { "image \($0)" } ?? "text"
    guard let key = operation.attachment, let file = files[key] else {
      throw Failure(.editFailed, "the watermark's \(name) did not come along", stage: .edit)
    }
    if let picture = pictures[key] { return picture }
    do {
      let info = try SourceInfo(file, limits)
      var draft = SourceDraft(
        file: file, info: info, shrink: 1, isAnimated: false,
        progress: ProgressMeter(parts: 1) { _ in })
      for step in Pipeline.decode + [Pipeline.workingSpace] { try step(&draft) }
      let picture = try failing(.editFailed, "the alpha cannot be added", .edit) {
        try draft.frames.first.in8Bits().withAlpha().inMemory()
      }
      pictures[key] = picture
      return picture
    } catch {
      throw Failure(
        .editFailed, "the watermark's \(name) cannot be used: \(error.message)", hint: error.hint,
        stage: .edit)
    }
  }
}
