import Files
import Glibc
import Storage
import Testing

/// What cron asks for every night.
@Suite struct ReprocessTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private let plain = "root: photos\nto: out\noutputs: [{path: \"{name}.jpg\", box: 40}]"

  private func made(_ names: BytePath..., manifest: String? = nil) throws {
    try place.addPhotos(names)
    try place.manifest(manifest ?? plain)
    #expect(try place.runJob().status == .exit(0))
  }

  /// What it says is out of date: reasons by photo.
  private func stale(_ more: BytePath...) throws -> [String: String] {
    let said = try place.start(["reprocess", "--all", "--dry-run", "--json"] + more).wait()
    #expect(said.end == .exit(0))
    let lines = try JSONValue.lines(said.output).filter { $0["type"]?.text == "stale" }
    return Dictionary(
      uniqueKeysWithValues: try lines.map {
        (try #require($0["asset"]?.text), try #require($0["reason"]?.text))
      })
  }

  private func jobs() throws -> [Job] { try Jobs(place.library()).recent(ended: 100) }

  /// As an upgrade of the engine would leave it.
  private func makeByOtherEngine() throws {
    try place.library().database.write {
      try $0.run("UPDATE renditions SET engine = 'libvips 1.0.0'", [:])
    }
  }

  // MARK: What is out of date

  @Test func `where all is up to date it says nothing and queues nothing`() throws {
    try made("a.jpg", "b.jpg")
    let said = try place.minilab("reprocess", "--all", "--run", "--yes")
    #expect(said.end == .exit(0))
    #expect(said.text.isEmpty && said.errorText.isEmpty)
    #expect(try jobs().count == 1)
    #expect(try stale().isEmpty)
  }

  @Test func `it tells of every photo why it is out of date, and does just that`() throws {
    try made("as-it-was.jpg", "changed.jpg", "lost.jpg")
    let before = try Tree(place.out).marks
    try place.write("photos/changed.jpg", Photo.sample("aurora.jpg"))
    try place.addPhotos(["new.jpg"])
    try Folder(place.out).unlink("lost.jpg")
    let expected = [
      "changed.jpg": "the photo changed", "new.jpg": "new", "lost.jpg": "an output is missing",
    ]
    #expect(try stale() == expected)
    #expect(try jobs().count == 1)
    #expect(try place.minilab("reprocess", "job", "--run", "--yes").end == .exit(0))
    let job = try #require(try jobs().first)
    #expect(job.counts.total == 3 && job.counts[.succeeded] == 3)
    let after = try Tree(place.out).marks
    #expect(after.count == 4)
    #expect(after["as-it-was.jpg"] == before["as-it-was.jpg"])
    #expect(try stale().isEmpty)
  }

  @Test func `another recipe makes everything out of date`() throws {
    try made("a.jpg")
    try place.manifest(plain.replacing("40", with: "50"))
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    #expect(try place.minilab("cancel", "2").end == .exit(0))
    #expect(try stale() == ["a.jpg": "the output's settings changed"])
  }

  @Test func `a run of everything again is not what the next one asks for`() throws {
    try made("a.jpg")
    #expect(try place.runJob("job.yaml", "--again").count("succeeded") == 1)
    #expect(try stale().isEmpty)
  }

  @Test func `a series that opts out is left alone`() throws {
    try made("a.jpg", manifest: plain + "\nreprocess: false")
    try place.addPhotos(["b.jpg"])
    #expect(try stale().isEmpty)
  }

  @Test func `what would fail again is taken on demand only`() throws {
    try place.addPhotos(["a.jpg"])
    try place.write("photos/empty.jpg", [])
    try place.manifest(plain)
    #expect(try place.runJob().status == .exit(3))
    #expect(try stale().isEmpty)
    #expect(try stale("--failed") == ["empty.jpg": "fails with EMPTY_FILE"])
  }

  @Test func `photos can be told by when their files changed`() throws {
    try made("a.jpg", "b.jpg")
    try Folder(place.out).unlink("a.jpg")
    try Folder(place.out).unlink("b.jpg")
    #expect(try stale("--changed-since", "1h").count == 2)
    #expect(try stale("--changed-since", "2999-01-01").isEmpty)
    let said = try place.minilab("reprocess", "--all", "--changed-since", "lately")
    #expect(said.end == .exit(64))
    #expect(said.errorText.contains("not lately"))
  }

  // MARK: Engines

  @Test func `another engine's outputs are made again when that is asked for`() throws {
    try made("a.jpg", "b.jpg")
    #expect(try stale("--renderer").isEmpty)
    try makeByOtherEngine()
    #expect(try stale().isEmpty)
    let reason = "made by another version of the engine"
    #expect(try stale("--renderer") == ["a.jpg": reason, "b.jpg": reason])
    let before = try Tree(place.out).marks
    #expect(try place.minilab("reprocess", "--all", "--renderer", "--run", "--yes").end == .exit(0))
    let after = try Tree(place.out).marks
    #expect(after.keys == before.keys)
    for name in before.keys { #expect(after[name] != before[name]) }
    #expect(try jobs()[0].counts[.succeeded] == 2)
    #expect(try stale("--renderer").isEmpty)
    #expect(try place.runJob().count("skipped") == 2)
    #expect(try place.minilab("verify", "--deep").end == .exit(0))
  }

  @Test func `photos in place are rendered by a new engine only with a word of its own`() throws {
    try place.addPhotos(["a.jpg"])
    let original = try place.read("photos/a.jpg")
    try place.manifest("root: photos\nedit: [sepia: 0.5]\noutputs: [{in-place: true}]")
    #expect(try place.runJob().status == .exit(0))
    try makeByOtherEngine()
    #expect(try stale("--renderer").isEmpty)
    #expect(
      try stale("--renderer", "--in-place") == ["a.jpg": "made by another version of the engine"])
    #expect(
      try place.minilab("reprocess", "--all", "--renderer", "--in-place", "--run", "--yes").end
        == .exit(0))
    #expect(try stale("--renderer", "--in-place").isEmpty)
    #expect(try place.minilab("revert", "--all", "--yes").end == .exit(0))
    #expect(try place.read("photos/a.jpg") == original)
  }

  // MARK: Overlapping

  @Test func `what is queued already is neither queued nor told again`() throws {
    try made("a.jpg")
    try place.addPhotos(["b.jpg"])
    #expect(try !place.minilab("reprocess", "--all").text.isEmpty)
    let again = try place.minilab("reprocess", "--all")
    #expect(again.end == .exit(0))
    #expect(again.text.isEmpty && again.errorText.isEmpty)
    #expect(try jobs().count == 2)
  }

  @Test func `any number at once do every photo once`() throws {
    try made("a.jpg")
    let new = (1...30).map { BytePath(Workplace.name($0)) }
    try place.addPhotos(new)
    let all = try (1...5).map { _ in try place.start(["reprocess", "--all", "--run", "--yes"]) }
    for one in all { #expect(try one.wait().end == .exit(0)) }
    let later = try jobs().filter { $0.id > 1 }
    #expect(later.reduce(0) { $0 + $1.counts[.succeeded] } == new.count)
    #expect(later.reduce(0) { $0 + $1.counts.total } == new.count)
    #expect(try place.minilab("verify").end == .exit(0))
  }
}
