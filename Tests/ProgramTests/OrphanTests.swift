import Files
import Glibc
import Storage
import Testing

/// Outputs whose source left the selection.
@Suite struct OrphanTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func manifest(orphans: String = "remove", more: String = "") throws {
    try place.manifest(
      """
      root: photos
      to: out
      orphans: \(orphans)
      outputs: [{path: "{dir}/{name}-{width}.png", width: [20, 40]}]
      \(more)
      """)
  }

  /// Two photos are rendered, then one of them goes.
  private func prepare() throws {
    try place.addPhotos(["a.jpg", "trip/day/b.jpg"])
    try manifest()
    #expect(try place.runJob().status == .exit(0))
    try Folder(place.photos.appending("trip/day")).unlink("b.jpg")
  }

  @Test func `outputs of a photo that is gone go, with the folders that held nothing else`()
    throws
  {
    try prepare()
    let run = try place.runJob()
    #expect(run.status == .exit(0))
    #expect(run.state("a.jpg") == "skipped")
    #expect(
      run.item("trip/day/b.jpg")?["outputs"]?.list.map { $0["state"]?.text }
        == ["removed", "removed"])
    #expect(try Tree(place.out).names == ["a-20.png", "a-40.png"])
    #expect(!place.isThere("out/trip"))
    #expect(try place.runJob().items.count == 1)
    #expect(try Verification(place.library(), deep: true).findings(checked: { _ in }).isEmpty)
  }

  @Test func `they stay where the manifest says so, and where only some files were asked for`()
    throws
  {
    try prepare()
    try manifest(orphans: "keep")
    #expect(try place.runJob().items.count == 1)
    try manifest()
    try place.write("list", "a.jpg\n".utf8)
    #expect(try place.runJob("job.yaml", "--files-from", "list").items.count == 1)
    #expect(try Tree(place.out).names.count == 4)
  }

  @Test func `what another program made of an orphan stays, and the rest of it too`() throws {
    try prepare()
    try place.write("out/trip/day/b-40.png", "mine".utf8)
    let run = try place.runJob()
    #expect(run.code("trip/day/b.jpg") == "DIVERGED")
    #expect(try place.read("out/trip/day/b-40.png") == Array("mine".utf8))
    #expect(place.isThere("out/trip/day/b-20.png"))
    #expect(try place.runJob("job.yaml", "--force").status == .exit(0))
    #expect(!place.isThere("out/trip"))
    let object = try place.library().objects.open(Digest.of("mine"))
    #expect(try object.readAll() == Array("mine".utf8))
  }

  @Test(arguments: ["begun", "fileOut", "allOut", "recorded", "cleaned"])
  func `a removal that was killed is finished by the next worker`(point: String) throws {
    try prepare()
    let dead = try place.start(
      ["run", "--yes", "job.yaml"], environment: ["MINILAB_FAULT": BytePath(point + "=kill")])
    #expect(try dead.wait().end == .signal(SIGKILL))
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    #expect(try Tree(place.out).names == ["a-20.png", "a-40.png"])
    #expect(!place.isThere("out/trip"))
    #expect(try Verification(place.library(), deep: true).findings(checked: { _ in }).isEmpty)
  }
}
