import Files
import Testing

@testable import Storage

@Suite struct RenditionsTests {
  let sample: SampleLibrary
  let renditions: Renditions

  init() throws {
    sample = try SampleLibrary()
    renditions = Renditions(sample.library)
    try sample.submit(["a.jpg", "b.jpg", "c.jpg"])
    for (item, path) in zip(
      try sample.claim(), ["out/a.png", "out-more/b.png", "out/deep/c.png"] as [BytePath])
    {
      try #require(try sample.publish(item, path) != nil)
    }
  }

  @Test("Paths below a folder are those below it, not those of one with a longer name")
  func below() throws {
    #expect(
      try renditions.paths(below: sample.photos.appending("out")) == ["a.png", "deep/c.png"])
    #expect(try renditions.paths(below: sample.photos).count == 3)
    #expect(try renditions.paths(below: "/").count == 3)
    #expect(try renditions.paths(below: sample.photos.appending("ou")).isEmpty)
  }

  @Test("Live ones come a page at a time")
  func pages() throws {
    let first = try renditions.live(after: 0, limit: 2)
    let second = try renditions.live(after: first[1].id, limit: 2)
    #expect((first + second).map(\.path.name) == ["a.png", "b.png", "c.png"])
    #expect(try renditions.live(after: second[0].id).isEmpty)
  }

  @Test("A rendition that was hashed again is settled with the file's present times")
  func settle() throws {
    let rendition = try #require(try renditions.live(after: 0).first)
    try sample.temporary.write("photos/out/a.png", "picture")
    let status = try #require(try FileStatus.of(rendition.path))
    let file = KnownFile(rendition.file.digest, status)
    try sample.library.database.write { try Renditions.settle(rendition.id, file, $0) }
    let settled = try #require(try renditions.live(at: rendition.path))
    #expect(settled.isSettled)
    #expect(settled.file == file)
  }
}
