import Manifest

/// How much the decoder may shrink a picture for a set of outputs.
enum ShrinkOnLoad {
  /// What the resize must be left to do: below it, detail suffers visibly.
  private static let residual = 2.0

  /// - Throws: EMPTY_CROP.
  static func factor(
    for info: SourceInfo, _ edits: [any PictureEdit], _ outputs: [OutputSettings]
  ) throws -> Int {
    var edited = info.uprightSize
    for edit in edits { edited = try edit.size(after: edited) }
    guard info.canShrink,
      edits.allSatisfy({ type(of: $0).copesWithShrunkDecode })
    else { return 1 }
    let needed = outputs.map { output in
      // Decoders shrink sRGB's numbers, not light.
      guard let request = output.size, !request.linear else { return 1.0 }
      let scaled = ResizePlan(edited, request).scaled
      return max(
        Double(scaled.width) / Double(edited.width), Double(scaled.height) / Double(edited.height))
    }
    let largest = needed.max() ?? 1
    return [8, 4, 2].first { 1 / (largest * Double($0)) >= residual } ?? 1
  }
}
