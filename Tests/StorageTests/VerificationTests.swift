import Files
import Glibc
import Synchronization
import Testing

@testable import Storage

@Suite struct VerificationTests {
  let sample: SampleLibrary
  let path: BytePath

  init() throws {
    sample = try SampleLibrary()
    try sample.submit(["a.jpg", "b.jpg"])
    path = sample.photos.appending("x.png")
    try #require(try sample.publish(try sample.claim(1)[0], "x.png") != nil)
  }

  @Test("A library in order has no findings, and tells how many files it looked at")
  func clean() throws {
    let checked = Mutex(0)
    let findings = try Verification(sample.library).findings { count in
      checked.withLock { $0 = count }
    }
    #expect(findings.isEmpty)
    #expect(checked.withLock { $0 } == 1)
  }

  @Test(
    "A counter that is wrong is found",
    arguments: [
      "items_queued = 2", "items_failed = 1, items_queued = 0", "total = 3",
      "items_succeeded = 0, items_skipped = 1", "cancelled = 1",
    ])
  func counters(change: String) throws {
    try sample.library.database.write { try $0.run("UPDATE jobs SET \(change)") }
    #expect(try sample.findings() == ["job 1: its counters differ from a recount"])
  }

  @Test("A file that is missing, changed or no file any more is found")
  func files() throws {
    try sample.temporary.write("photos/x.png", "foreign")
    #expect(try sample.findings() == ["\(path): was changed by another program"])
    try sample.temporary.folder.folder("photos").unlink("x.png")
    #expect(try sample.findings() == ["\(path): is missing"])
    #expect(mkfifo(path.displayed, 0o600) == 0)
    #expect(try sample.findings() == ["\(path): was changed by another program"])
  }

  @Test("A settled file is trusted by its times, and hashed when they differ")
  func settled() throws {
    let rendition = try #require(try Renditions(sample.library).live(at: path))
    try sample.library.database.write {
      try Renditions.settle(rendition.id, rendition.file, $0)
    }
    #expect(try sample.findings().isEmpty)
    try sample.temporary.write("photos/x.png", "picture")
    #expect(try sample.findings().isEmpty)
    try sample.temporary.write("photos/x.png", "Picture")
    #expect(try sample.findings() == ["\(path): was changed by another program"])
  }

  @Test("A row that is staged by no item in work is found")
  func leftovers() throws {
    try sample.library.database.write {
      try $0.run("UPDATE renditions SET state = 'staged'")
    }
    #expect(try sample.findings() == ["\(path): is staged by no item in work"])
  }
}
