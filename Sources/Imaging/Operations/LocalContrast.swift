import CVips
import Manifest

/// Contrast evened out part by part (CLAHE): the lightness of each part is spread over the whole
/// range, but no tone more than `limit` times; between the middles of parts it is interpolated.
/// Source: K. Zuiderveld: Contrast limited adaptive histogram equalization, 1994.
struct LocalContrast: PixelEdit {
  /// Shrinking evens out the noise that a histogram counts.
  static let copesWithShrunkDecode = false

  private let operation: Operation

  init(_ operation: Operation) { self.operation = operation }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    let grey = try picture.inGrey().call("extract_band", [("band", 0)])
    let tile = operation.length("tile", of: Double(picture.width), scale: scale) ?? 64
    let limit = operation.number("limit") ?? 3
    let bytes = try grey.bytes()
    // Whatever the depth, both are differences of lightness in the picture's own numbers.
    let changes =
      picture.is16Bit
      ? bytes.withUnsafeBytes {
        Lightness($0.bindMemory(to: UInt16.self), picture.size, perBin: 257, tile: tile)
          .changes(limit: limit)
      }
      : bytes.withUnsafeBytes {
        Lightness($0.bindMemory(to: UInt8.self), picture.size, perBin: 1, tile: tile)
          .changes(limit: limit)
      }
    let change = try Picture(pixels: changes, VIPS_FORMAT_INT, picture.size, bands: 1)
    return try picture.changingColour { colour in
      try runOperation("add", [("left", .picture(colour)), ("right", .picture(change))])!
        .cast(like: colour)
    }
  }
}

/// Numbers of lightness, in a grid of tiles.
private struct Lightness<Number: FixedWidthInteger & UnsignedInteger> {
  private static var bins: Int { 256 }

  let numbers: UnsafeBufferPointer<Number>
  let size: Size
  /// Numbers that share a bin.
  let perBin: Float
  let across, down: Int

  init(_ numbers: UnsafeBufferPointer<Number>, _ size: Size, perBin: Float, tile: Double) {
    self.numbers = numbers
    self.size = size
    self.perBin = perBin
    func count(_ side: Int) -> Int { max(1, min(side, Int((Double(side) / tile).rounded()))) }
    across = count(size.width)
    down = count(size.height)
  }

  /// By how much every pixel's number changes, rows one after the other.
  func changes(limit: Double) -> [Int32] {
    let curves = (0..<across * down).flatMap { curve(of: $0, limit: limit) }
    let columns = (0..<size.width).map { neighbours(of: $0, side: size.width, tiles: across) }
    var changes: [Int32] = []
    changes.reserveCapacity(numbers.count)
    curves.withUnsafeBufferPointer { curves in
      for y in 0..<size.height {
        let row = neighbours(of: y, side: size.height, tiles: down)
        for x in 0..<size.width {
          let column = columns[x]
          let number = numbers[y * size.width + x]
          let level = Float(number) / perBin
          let bin = min(Self.bins - 2, Int(level))
          let rest = level - Float(bin)
          /// A tile's curve at this pixel's number.
          func new(_ tileY: Int, _ tileX: Int) -> Float {
            let place = (tileY * across + tileX) * Self.bins + bin
            return curves[place] * (1 - rest) + curves[place + 1] * rest
          }
          let above =
            new(row.0, column.0) * (1 - column.share) + new(row.0, column.1) * column.share
          let below =
            new(row.1, column.0) * (1 - column.share) + new(row.1, column.1) * column.share
          let mixed = above * (1 - row.share) + below * row.share
          changes.append(Int32(((mixed - level) * perBin).rounded()))
        }
      }
    }
    return changes
  }

  /// What a tile's histogram makes of the middle of every bin, in bins.
  private func curve(of tile: Int, limit: Double) -> [Float] {
    func part(_ index: Int, _ count: Int, _ side: Int) -> Range<Int> {
      index * side / count..<(index + 1) * side / count
    }
    let columns = part(tile % across, across, size.width)
    let rows = part(tile / across, down, size.height)
    var counts = [Float](repeating: 0, count: Self.bins)
    for y in rows {
      for x in columns { counts[Int(Float(numbers[y * size.width + x]) / perBin + 0.5)] += 1 }
    }
    let total = Float(rows.count * columns.count)
    if limit > 0 { counts.clip(at: Float(limit) * total / Float(Self.bins)) }
    var sum: Float = 0
    return counts.map { count in
      defer { sum += count }
      return (sum + count / 2) / total * Float(Self.bins) - 0.5
    }
  }

  /// The tiles whose middles lie around a place on an axis, and the second one's share.
  private func neighbours(
    of place: Int, side: Int, tiles: Int
  ) -> (Int, Int, share: Float) {
    let position = (Float(place) + 0.5) / Float(side) * Float(tiles) - 0.5
    let first = Int(position.rounded(.down))
    return (max(0, first), min(tiles - 1, first + 1), position - Float(first))
  }
}

extension [Float] {
  /// Spreads what is above a limit evenly over all, and what is then above it again.
  fileprivate mutating func clip(at most: Float) {
    for _ in 0..<Self.rounds {
      let excess = reduce(0) { $0 + Swift.max(0, $1 - most) }
      guard excess > 0 else { return }
      self = map { Swift.min($0, most) + excess / Float(count) }
    }
  }

  /// More move less than anybody sees.
  private static var rounds: Int { 8 }
}
