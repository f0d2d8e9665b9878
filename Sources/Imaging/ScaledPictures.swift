import Manifest

/// The edited picture in the sizes that were asked for so far. A small output starts from the
/// smallest of them that leaves a factor of 2, which shows no difference and saves most of the
/// work.
final class ScaledPictures {
  let edited: Frames
  private let isShared: Bool
  private var scaled: [Picture] = []

  init(_ edited: Frames, isShared: Bool) {
    self.edited = edited
    self.isShared = isShared
  }

  /// Outputs must ask from the largest to the smallest.
  func picture(scaledTo size: Size, _ request: SizeRequest) throws -> Picture {
    let isChained = isShared && request.kernel == .lanczos3 && !request.linear
    let start =
      isChained
      ? scaled.last { $0.width >= size.width * 2 && $0.height >= size.height * 2 } : nil
    var picture = try (start ?? edited.first).resized(
      to: size, kernel: request.kernel, linear: request.linear)
    if isChained && size != edited.first.size {
      picture = try picture.inMemory()
      scaled.append(picture)
    }
    return picture
  }
}
