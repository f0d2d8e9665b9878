import Files
import Glibc
import Manifest
import Storage
import Testing

/// Photos that end their renderer.
@Suite struct PoisonTests {
  /// A debug build's renderer aborts on a source that ends with this.
  private static let mark = "minilab poison"

  @Test func `one poisonous photo is quarantined and all others are done by the same worker`()
    throws
  {
    let count = Workplace.isSoak ? 999 : 49
    let place = try Workplace()
    try place.addPhotos(count: count)
    try place.addPhotos(["poison.jpg"], bytes: Photo.small() + Array(Self.mark.utf8))
    try place.manifest(
      """
      root: photos
      to: out
      outputs: [{path: "{name}.jpg", box: 40}]
      """)
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    let worker = try place.start(["worker"], environment: ["MINILAB_POISON": BytePath(Self.mark)])
    let jobs = Jobs(try place.library())
    #expect(try eventually { try jobs.job(1).state.isEnded })
    #expect(!worker.hasEnded)
    #expect(try jobs.job(1).counts[.succeeded] == count)
    #expect(try jobs.job(1).counts[.quarantined] == 1)
    let bad = try Items(place.library()).items(of: 1, onlyBad: true).map(\.item)
    let failure = try #require(bad.first?.failure)
    #expect(bad.map(\.path) == ["poison.jpg"])
    #expect(failure.code == .crashed && failure.stage == .inspect)
    #expect(failure.message.contains("signal 6"))

    // Redriven without the poison's effect, by a worker that has none.
    worker.send(SIGTERM)
    #expect(try worker.wait().end == .exit(0))
    #expect(try place.minilab("retry", "1").end == .exit(0))
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    #expect(try jobs.job(1).counts[.succeeded] == count + 1)
    #expect(try Tree(place.out).temporaries.isEmpty)
  }
}
