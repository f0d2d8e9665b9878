import Testing

@testable import minilab

@Suite struct ProgressLineTests {
  private let snapshot = {
    var snapshot = ProgressSnapshot(total: 1000, succeeded: 400, skipped: 9, failed: 3)
    snapshot.history.record(done: 0, elapsed: 0)
    snapshot.history.record(done: 412, elapsed: 10)
    return snapshot
  }()

  @Test(arguments: [
    (
      120,
      "[================                        ]"
        + "  412/1000  3 failed  15 s left  41/s"
    ),
    (60, "[========             ]  412/1000  3 failed  15 s left  41/s"),
    (40, "412/1000  3 failed  15 s left  41/s"), (30, "412/1000  3 failed  15 s left"),
    (18, "412/1000  3 failed"), (17, "412/1000"), (8, "412/1000"), (5, "412/…"), (0, ""),
  ])
  func `what matters least is left out first`(width: Int, text: String) {
    #expect(ProgressLine.text(snapshot, width: width) == text)
  }

  @Test func `a line is never wider than the terminal`() {
    for width in 0...200 {
      #expect(Columns.count(ProgressLine.text(snapshot, width: width)) <= width)
    }
  }

  @Test func `failures are red and take no more room`() {
    let text = ProgressLine.text(snapshot, width: 40, colour: true)
    #expect(text == "412/1000  \u{1b}[31m3 failed\u{1b}[0m  15 s left  41/s")
  }

  @Test func `an empty or finished job has a line too`() {
    #expect(ProgressLine.text(ProgressSnapshot(), width: 15) == "[        ]  0/0")
    let done = ProgressSnapshot(total: 2, succeeded: 2)
    #expect(ProgressLine.text(done, width: 15) == "[========]  2/2")
  }

  @Test func `a log line says the same in words`() {
    #expect(
      ProgressLine.plain(snapshot)
        == "412 of 1000 done, 9 skipped, 3 failed, 41/s, 15 s left")
  }
}
