import Files
import Manifest
import Testing

@testable import Storage

@Suite struct ItemsTests {
  let sample: SampleLibrary

  init() throws { sample = try SampleLibrary() }

  @Test("Items come a page at a time in selection order, or only those that ended badly")
  func pages() throws {
    let job = try sample.submit(["d.jpg", "c.jpg", "b.jpg", "a.jpg"])
    let claimed = try sample.claim()
    try sample.end(claimed[1], .failed(.sample))
    try sample.end(claimed[2], .skipped(SkippedItem(warnings: [Warning(.noDate, "no date")])))
    try sample.end(claimed[3], .quarantined(.sample))
    let items = Items(sample.library)
    #expect(
      try items.items(of: job, from: 1, limit: 2).map(\.item.path) == ["c.jpg", "b.jpg"])
    #expect(try items.items(of: job, onlyBad: true).map(\.position) == [1, 3])
    #expect(try items.items(of: job, from: 2, onlyBad: true).map(\.item.path) == ["a.jpg"])
    let skipped = try #require(try items.item(claimed[2].id))
    #expect(skipped.warnings == [Warning(.noDate, "no date")])
    #expect(skipped.milliseconds == 5)
    #expect(try items.item(99)?.id == nil)
  }
}
