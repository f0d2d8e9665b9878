/// How fast work went lately.
struct RateHistory: Sendable, Equatable {
  /// Seconds that count as lately. Long enough to even out items of unlike size.
  static let window = 15.0

  private var samples: [Sample] = []

  private struct Sample: Equatable {
    let elapsed: Double
    let done: Int
  }

  /// - Parameter elapsed: seconds since the start, never less than last time.
  mutating func record(done: Int, elapsed: Double) {
    // A few samples a second are enough; the newest always counts.
    if samples.count > 1, elapsed - samples[samples.count - 2].elapsed < 0.25 {
      samples.removeLast()
    }
    samples.append(Sample(elapsed: elapsed, done: done))
    // One sample from before the window stays as its beginning.
    while samples.count > 2 && samples[1].elapsed <= elapsed - Self.window {
      samples.removeFirst()
    }
  }

  /// Items a second; nil while too little is known.
  var rate: Double? {
    guard let first = samples.first, let last = samples.last else { return nil }
    let seconds = last.elapsed - first.elapsed
    guard seconds >= 0.5, last.done > first.done else { return nil }
    return Double(last.done - first.done) / seconds
  }
}
