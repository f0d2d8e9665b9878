import Files
import Glibc
import Testing

/// Edits that take a photo's own place: what must not go wrong with the only copies.
@Suite struct InPlaceTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let hasSamples = (try? FileStatus.of(Workplace.samples)) ?? nil != nil

  private func manifest(more: String = "", output: String = "{in-place: true}") throws {
    try place.manifest(
      "root: photos\nselect: [\"**/*\"]\nedit: [sepia: 0.5]\noutputs: [\(output)]\n\(more)")
  }

  /// Bytes, mode and time of all that lies among the photos.
  private func photos() throws -> [BytePath: [String]] {
    var all: [BytePath: [String]] = [:]
    for (path, status) in try Tree(place.photos).files {
      all[path] = [
        try Tree.digest(place.photos.appending(path)).hex, "\(status.mode)", "\(status.modified)",
      ]
    }
    return all
  }

  /// Runs and reverts: what did not succeed is untouched meanwhile, and all is as before in the end.
  private func expectHarmless() throws -> JobRun {
    let before = try photos()
    try manifest()
    let run = try place.runJob()
    let edited = try photos()
    #expect(Set(edited.keys) == Set(before.keys))
    for item in run.items {
      guard let name = item["asset"]?.text, name.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
      let isChanged = edited[BytePath(name)] != before[BytePath(name)]
      #expect(isChanged == (item["state"]?.text == "succeeded"), "\(name)")
    }
    #expect(try place.minilab("revert", "--all", "--yes").end == .exit(0))
    #expect(try photos() == before)
    return run
  }

  @Test func `a photo that cannot be decoded keeps its bytes, name, mode and time`() throws {
    try place.addPhotos(["good.jpg"])
    try place.write("photos/cut.jpg", Photo.small().dropLast(600))
    let run = try expectHarmless()
    #expect(run.state("good.jpg") == "succeeded")
    #expect(run.code("cut.jpg") == "DECODE_FAILED")
    #expect(run.status == .exit(3))
  }

  @Test(
    .enabled(if: hasSamples),
    arguments: ["bad", "names", "animated", "pages", "colour", "depth", "jpeg", "orientation"])
  func `every sample is edited and reverted, or left as it is`(folder: BytePath) throws {
    try Tree.copy(Workplace.samples.appending(folder), to: place.photos)
    #expect(try !expectHarmless().items.isEmpty)
  }

  @Test(.enabled(if: hasSamples))
  func `what would lose pages or a gain map is refused unless the manifest agrees`() throws {
    for name in ["pages/two-same-size-pages.tif", "jpeg/ultra-hdr-gain-map.jpg"] as [BytePath] {
      let sample = try Descriptor.open(Workplace.samples.appending(name), O_RDONLY).readAll()
      try place.write(place.photos.appending(name.name), sample)
    }
    try manifest()
    let refused = try place.runJob()
    #expect(refused.items.allSatisfy { $0["error"]?["code"]?.text == "WOULD_LOSE" })
    try manifest(output: "{in-place: true, losses: warn}")
    let agreed = try place.runJob()
    #expect(agreed.items.allSatisfy { $0["state"]?.text == "succeeded" })
    #expect(agreed.items.allSatisfy { !($0["warnings"]?.list.isEmpty ?? true) })
  }

  @Test func `a file with another hard link gets an inode of its own, and the link its bytes`()
    throws
  {
    try place.addPhotos(["a.jpg"])
    link("\(place.photos)/a.jpg", "\(place.folder)/other.jpg")
    try manifest()
    let run = try place.runJob()
    #expect(run.item("a.jpg")?["warnings"]?.list.map { $0["code"]?.text } == ["links"])
    #expect(try place.read("other.jpg") == Photo.small())
    #expect(try place.read("photos/a.jpg") != Photo.small())
  }

  @Test func `a read-only root is not edited in place`() throws {
    try place.addPhotos(["a.jpg"])
    #expect(try place.minilab("roots", "add", "photos", "ro", "--yes").end == .exit(0))
    try manifest()
    #expect(try place.runJob().errors.first?["code"]?.text == "OUTPUT_DENIED")
    #expect(try place.read("photos/a.jpg") == Photo.small())
  }

  @Test func `a photo that a job works on is busy, unless one waits for it`() throws {
    try place.addPhotos(["a.jpg"])
    try manifest()
    let job = try place.start(
      ["run", "--yes", "job.yaml"], environment: ["MINILAB_FAULT": "begun=stop"])
    #expect(eventually { job.isStopped })
    let busy = try place.minilab("revert", "--yes", "--json", "photos/a.jpg")
    #expect(busy.end == .exit(1))
    #expect(try JSONValue.lines(busy.errors).first?["code"]?.text == "ASSET_BUSY")
    let waiting = try place.start(["revert", "--yes", "--wait", "photos/a.jpg"])
    job.send(SIGCONT)
    #expect(try job.wait().end == .exit(0))
    #expect(try waiting.wait().end == .exit(0))
    #expect(try place.read("photos/a.jpg") == Photo.small())
  }
}
