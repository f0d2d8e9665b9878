import Manifest

/// A palette made for a picture: its colours are split into boxes, the most varied one first, and
/// the boxes' means then move to the middle of what is nearest to them.
/// Source: P. Heckbert: Color image quantization for frame buffer display, 1982.
struct AdaptivePalette {
  private typealias Pixel = SIMD3<Float>

  /// Eyes see differences of green best and of blue least, as in `Palette.nearest`.
  private static let weights = Pixel(3, 6, 1)
  /// Rounds of moving; more change little.
  private static let rounds = 3

  private let pixels: [Pixel]

  /// - Parameter bytes: red, green and blue of every pixel; at least one.
  init(_ bytes: [UInt8]) {
    pixels = stride(from: 0, to: bytes.count - 2, by: 3).map {
      Pixel(Float(bytes[$0]), Float(bytes[$0 + 1]), Float(bytes[$0 + 2]))
    }
  }

  /// At most so many colours, as 0xrrggbb, dark ones first; fewer if the pixels have no more.
  func colors(_ count: Int) -> [UInt32] {
    var boxes = [Box(pixels[...])]
    while boxes.count < count,
      let widest = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }),
      boxes[widest].error > 0
    {
      let (low, high) = boxes[widest].halves
      boxes[widest] = low
      boxes.append(high)
    }
    var means = boxes.map(\.mean)
    for _ in 0..<Self.rounds { means = moved(means) }
    let colors = Set(means.map(Self.hex))
    return colors.sorted { Self.lightness($0) < Self.lightness($1) }
  }

  private func moved(_ means: [Pixel]) -> [Pixel] {
    var sums = [Pixel](repeating: .zero, count: means.count)
    var counts = [Float](repeating: 0, count: means.count)
    for pixel in pixels {
      var nearest = 0
      var least = Float.infinity
      for (index, mean) in means.enumerated() {
        let distance = ((pixel - mean) * (pixel - mean) * Self.weights).sum()
        if distance < least { (nearest, least) = (index, distance) }
      }
      sums[nearest] += pixel
      counts[nearest] += 1
    }
    return means.indices.map { counts[$0] > 0 ? sums[$0] / counts[$0] : means[$0] }
  }

  private static func hex(_ pixel: Pixel) -> UInt32 {
    let rounded = pixel.rounded(.toNearestOrAwayFromZero)
    return UInt32(rounded.x) << 16 | UInt32(rounded.y) << 8 | UInt32(rounded.z)
  }

  private static func lightness(_ hex: UInt32) -> (UInt32, UInt32) {
    (3 * (hex >> 16) + 6 * (hex >> 8 & 255) + (hex & 255), hex)
  }

  /// Pixels that share an entry so far.
  private struct Box {
    let pixels: ArraySlice<Pixel>
    let mean: Pixel
    /// The sum of squared distances from the mean, by red, green and blue.
    private let spread: Pixel

    init(_ pixels: ArraySlice<Pixel>) {
      self.pixels = pixels
      let mean = pixels.reduce(.zero, +) / Float(pixels.count)
      self.mean = mean
      spread = pixels.reduce(Pixel.zero) { $0 + ($1 - mean) * ($1 - mean) } * weights
    }

    var error: Float { spread.sum() }

    /// Cut at the mean across the most varied direction. Neither is empty if there is an error.
    var halves: (Box, Box) {
      let axis = (0..<3).max { spread[$0] < spread[$1] } ?? 0
      let cut = mean[axis]
      var sorted = pixels
      let middle = sorted.partition { $0[axis] > cut }
      return (Box(sorted[..<middle]), Box(sorted[middle...]))
    }
  }
}
