import Testing

@testable import minilab

@Suite struct QuantityTests {
  @Test(arguments: [
    (0, "0 ms"), (0.041, "41 ms"), (0.9996, "1.0 s"), (1.24, "1.2 s"), (9.97, "10 s"),
    (59.4, "59 s"), (59.6, "1 min"), (190, "3 min 10 s"), (7500, "2 h 5 min"),
    (273_600, "3 d 4 h"), (-3, "0 ms"), (.infinity, "11574074074 d 1 h"),
  ])
  func `durations have two units at most`(seconds: Double, text: String) {
    #expect(Quantity.duration(seconds: seconds) == text)
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (8_400, "8.4 kB"), (84_100_000, "84 MB"),
    (999_600, "1.0 MB"), (2_000_000_000_000, "2.0 TB"), (5_000_000_000_000_000, "5 PB"),
  ])
  func `sizes count in thousands`(bytes: Int, text: String) {
    #expect(Quantity.size(bytes: bytes) == text)
  }

  @Test(arguments: [(38.2, "38/s"), (2.5, "2.5/s"), (0.2, "12/min"), (0.001, "3.6/h")])
  func `rates choose their unit`(rate: Double, text: String) {
    #expect(Quantity.rate(perSecond: rate) == text)
  }

  @Test func `counts are singular or plural`() {
    #expect(Quantity.count(1, "job") == "1 job")
    #expect(Quantity.count(0, "job") == "0 jobs")
    #expect(Quantity.count(2, "library", "libraries") == "2 libraries")
  }
}
