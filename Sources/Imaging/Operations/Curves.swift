import Manifest

/// Tones bent through points.
struct Curves: ToneEdit {
  private let points: [(x: Double, y: Double)]

  init(_ operation: Operation) { points = operation.pairs("points") }

  var curve: ((Double) -> Double)? {
    let bends = points.contains { $0.x != $0.y } || points.first?.x != 0 || points.last?.x != 1
    return points.count > 1 && bends ? Self.spline(points) : nil
  }

  /// A smooth curve that never leaves the range between two neighbouring points, flat beyond the
  /// first and the last.
  /// Source: F. N. Fritsch, J. Butland: A method for constructing local monotone piecewise cubic
  /// interpolants, 1984.
  /// - Parameter points: by rising x.
  private static func spline(_ points: [(x: Double, y: Double)]) -> (Double) -> Double {
    let widths = zip(points.dropFirst(), points).map { $0.x - $1.x }
    let slopes = zip(zip(points.dropFirst(), points), widths).map { ($0.0.y - $0.1.y) / $1 }
    let tangents = points.indices.map { index -> Double in
      guard index > 0 else { return slopes[0] }
      guard index < slopes.count else { return slopes[index - 1] }
      let (before, after) = (slopes[index - 1], slopes[index])
      guard before * after > 0 else { return 0 }
      let share = (1 + widths[index] / (widths[index - 1] + widths[index])) / 3
      return before * after / (share * after + (1 - share) * before)
    }
    return { x in
      guard x > points[0].x else { return points[0].y }
      guard let end = points.firstIndex(where: { $0.x >= x }) else { return points.last!.y }
      let start = end - 1
      let width = widths[start]
      let t = (x - points[start].x) / width
      let rest = 1 - t
      return rest * rest * (1 + 2 * t) * points[start].y + t * t * (3 - 2 * t) * points[end].y
        + t * rest * width * (rest * tangents[start] - t * tangents[end])
    }
  }
}
