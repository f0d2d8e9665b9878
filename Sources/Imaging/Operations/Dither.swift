/// How pixels are mapped to the colours of a palette.
enum Dither: String {
  case none, bayer2, bayer4, bayer8
  case floydSteinberg = "floyd-steinberg"

  /// - Parameter pixels: RGB bytes, rows one after the other; replaced by palette colours.
  func map(_ pixels: inout [UInt8], width: Int, to palette: Palette) {
    switch self {
    case .none: mapOrdered(&pixels, width, palette, side: 1)
    case .bayer2: mapOrdered(&pixels, width, palette, side: 2)
    case .bayer4: mapOrdered(&pixels, width, palette, side: 4)
    case .bayer8: mapOrdered(&pixels, width, palette, side: 8)
    case .floydSteinberg: diffuse(&pixels, width, palette)
    }
  }

  /// Adds a fixed pattern of thresholds as wide as the palette's colours lie apart.
  private func mapOrdered(_ pixels: inout [UInt8], _ width: Int, _ palette: Palette, side: Int) {
    let count = side * side
    let offsets = (0..<count).map { place in
      Int(
        (Double(Self.rank(place % side, place / side, side)) + 0.5 - Double(count) / 2)
          / Double(count) * palette.spread)
    }
    pixels.withUnsafeMutableBufferPointer { pixels in
      for pixel in 0..<pixels.count / 3 {
        let offset = offsets[pixel / width % side * side + pixel % width % side]
        let start = pixel * 3
        let entry = palette.nearest(
          Int(pixels[start]) + offset, Int(pixels[start + 1]) + offset,
          Int(pixels[start + 2]) + offset)
        palette.colors[entry].write(to: &pixels, at: start)
      }
    }
  }

  /// The Bayer matrix, by interleaving the bits of x ^ y and y, the lowest first.
  private static func rank(_ x: Int, _ y: Int, _ side: Int) -> Int {
    var rank = 0
    var bit = 1
    while bit < side {
      rank = rank << 2 | (((x ^ y) & bit) != 0 ? 2 : 0) | ((y & bit) != 0 ? 1 : 0)
      bit <<= 1
    }
    return rank
  }

  /// Hands every pixel's error on to its neighbours to the right and below, in sixteenths.
  private func diffuse(_ pixels: inout [UInt8], _ width: Int, _ palette: Palette) {
    // One pixel of margin on both sides saves asking for the edges.
    var here = [Int](repeating: 0, count: (width + 2) * 3)
    var below = here
    pixels.withUnsafeMutableBufferPointer { pixels in
      for row in 0..<pixels.count / 3 / width {
        swap(&here, &below)
        for index in below.indices { below[index] = 0 }
        for x in 0..<width {
          let start = (row * width + x) * 3
          let place = (x + 1) * 3
          // Kept within reach: a palette without white would let the error grow for ever.
          func wanted(_ band: Int) -> Int {
            min(400, max(-145, Int(pixels[start + band]) + here[place + band] / 16))
          }
          let red = wanted(0)
          let green = wanted(1)
          let blue = wanted(2)
          let entry = palette.nearest(red, green, blue)
          let target = palette.targets[entry]
          palette.colors[entry].write(to: &pixels, at: start)
          let errors = (red - target.red, green - target.green, blue - target.blue)
          for (band, error) in [errors.0, errors.1, errors.2].enumerated() {
            here[place + 3 + band] += error * 7
            below[place - 3 + band] += error * 3
            below[place + band] += error * 5
            below[place + 3 + band] += error
          }
        }
      }
    }
  }
}
