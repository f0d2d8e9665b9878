import Files
import Manifest
import Testing

@testable import Storage

@Suite struct QueueFiguresTests {
  @Test func `figures follow the jobs' counters`() throws {
    let sample = try SampleLibrary()
    #expect(try sample.jobs.figures().open == QueueFigures.Open())
    #expect(try sample.jobs.figures().waitingSince == nil)
    let first = try sample.submit(["a.jpg", "b.jpg", "c.jpg"])
    let submitted = try sample.jobs.job(first).createdAt
    _ = try sample.submit([])
    let items = try sample.claim(2)
    try sample.end(items[0], .failed(.sample))
    let figures = try sample.jobs.figures()
    #expect(figures.items[.queued] == 1)
    #expect(figures.items[.running] == 1)
    #expect(figures.items[.failed] == 1)
    #expect(figures.open == QueueFigures.Open(total: 3, ended: 1))
    #expect(figures.waitingSince == submitted)
    #expect(try sample.jobs.open() == figures.open)
    try sample.jobs.hold(first)
    #expect(try sample.jobs.figures().waitingSince == nil)
    try sample.jobs.cancel(first)
    #expect(try sample.jobs.figures().items[.cancelled] == 1)
  }
}
