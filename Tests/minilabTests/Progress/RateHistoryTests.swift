import Testing

@testable import minilab

@Suite struct RateHistoryTests {
  @Test func `nothing is known at first`() {
    var history = RateHistory()
    #expect(history.rate == nil)
    history.record(done: 0, elapsed: 0)
    history.record(done: 5, elapsed: 0.1)
    #expect(history.rate == nil)
  }

  @Test func `only the window counts`() throws {
    var history = RateHistory()
    for second in 0...100 {
      history.record(
        done: second < 50 ? second * 100 : 5000 + (second - 50) * 2,
        elapsed: Double(second))
    }
    #expect(try #require(history.rate) == 2)
  }

  @Test func `frequent records change nothing`() throws {
    var history = RateHistory()
    for tick in 0...10_000 { history.record(done: tick / 10, elapsed: Double(tick) / 100) }
    #expect(abs(try #require(history.rate) - 10) < 0.5)
  }
}
