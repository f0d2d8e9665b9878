import Testing

@testable import Storage

@Suite struct JobTests {
  @Test("How a job ends follows from three questions: any good, any bad, any cancelled")
  func endStates() {
    let states: [ItemState] = [.succeeded, .skipped, .failed, .quarantined, .cancelled]
    for subset in 0..<(1 << states.count) {
      var counts = ItemCounts()
      for (bit, state) in states.enumerated() where subset & (1 << bit) != 0 { counts[state] = 2 }
      let isGood = counts[.succeeded] + counts[.skipped] > 0
      let isBad = counts[.failed] + counts[.quarantined] > 0
      let expected: JobState =
        switch (isGood, isBad, counts[.cancelled] > 0) {
        case (_, false, false): .succeeded
        case (false, true, _): .failed
        case (false, false, true): .cancelled
        case (true, _, _): .partial
        }
      #expect(counts.endState == expected, "\(counts)")
    }
  }

  @Test("Counts of zero make no difference")
  func zero() {
    var counts = ItemCounts()
    counts[.failed] = 1
    counts[.failed] = 0
    #expect(counts == ItemCounts())
  }
}
