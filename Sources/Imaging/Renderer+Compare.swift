public import Files
public import Manifest
public import RenderProtocol

extension Renderer {
  /// Holds two files' pixels against each other, the first frame of each.
  /// - Throws: as `inspect`, and DECODE_FAILED.
  public func compare(
    source: Descriptor, other: Descriptor, limits: Limits
  ) throws(Failure) -> Comparison {
    try failing(.decodeFailed, "the pictures cannot be compared", .decode) {
      let pictures = try [source, other].map { file in
        try Loader.recognize(file, limits).open(file).inMemory()
      }
      guard pictures[0].size == pictures[1].size, pictures[0].bands == pictures[1].bands else {
        return Comparison(hasSameSize: false)
      }
      let scale = 255 / max(pictures[0].white, pictures[1].white)
      let difference = try runOperation(
        "subtract", [("left", .picture(pictures[0])), ("right", .picture(pictures[1]))])!
        .call("abs")
      // Its first row is over all bands: lowest, largest, sum, sum of squares, mean, deviation.
      let statistics = try difference.call("stats").bytes().withUnsafeBytes {
        Array($0.bindMemory(to: Double.self))
      }
      return Comparison(
        hasSameSize: true, largest: statistics[1] * scale, mean: statistics[4] * scale)
    }
  }
}
