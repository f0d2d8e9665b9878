import Testing

@testable import minilab

@Suite struct PointInTimeTests {
  private let now: Int64 = 1_800_000_000_000_000

  @Test(arguments: [("0s", 0), ("90s", 90), ("90m", 5400), ("36h", 129_600), ("7d", 604_800)])
  func `how long ago something was counts back from now`(text: String, seconds: Int64) {
    #expect(PointInTime.parse(text, now: now) == now - seconds * 1_000_000)
  }

  @Test func `a date is its first second in the person's time zone`() throws {
    let day = try #require(PointInTime.parse("2026-11-30", now: now))
    #expect(PointInTime.parse("2026-11-30 00:00", now: now) == day)
    #expect(PointInTime.parse("2026-11-30T10:30:05", now: now) == day + 37_805_000_000)
  }

  @Test(arguments: ["", "d", "-1d", "1w", "lately", "2026-02-31", "2026-11-30 25:00", "2026-11"])
  func `anything else is no time`(text: String) {
    #expect(PointInTime.parse(text, now: now) == nil)
  }
}
