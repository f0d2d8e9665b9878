import Files
import Glibc
import Manifest
import Storage
import Testing

/// Edits in place and taking them back, as a person does it.
@Suite struct HistoryTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func manifest(_ edit: String, outputs: String = "[{in-place: true}]", more: String = "")
    throws
  {
    try place.manifest("root: photos\nto: out\nedit: \(edit)\noutputs: \(outputs)\n\(more)")
  }

  /// Bytes, mode and time of every photo.
  private func photos() throws -> [BytePath: [String]] {
    var all: [BytePath: [String]] = [:]
    for (path, status) in try Tree(place.photos).files {
      let digest = try Tree.digest(place.photos.appending(path))
      all[path] = [digest.hex, "\(status.mode)", "\(status.modified)"]
    }
    return all
  }

  private func failure(_ arguments: BytePath...) throws -> String? {
    let finished = try place.start(arguments + ["--json"]).wait()
    let lines = try JSONValue.lines(finished.output) + JSONValue.lines(finished.errors)
    return lines.compactMap { $0["error"]?["code"]?.text ?? $0["code"]?.text }.first
  }

  @Test func `a revert gives every photo its bytes, mode and time back`() throws {
    let names: [BytePath] = ["aurora.jpg", "camera-shop.png", "lake.webp"]
    for (number, name) in names.enumerated() {
      try place.write(place.photos.appending(name), Photo.sample(name))
      let path = place.photos.appending(name)
      _ = path.withCString { chmod($0, [0o640, 0o604, 0o400][number]) }
      try Descriptor.open(path, O_RDONLY).setModified(
        nanoseconds: 1_000_000_000_123_456_789 + Int64(number))
    }
    let before = try photos()
    for edit in ["[sepia: 0.8]", "[sepia: 0.4, flip: horizontal]"] {
      try manifest(edit)
      let run = try place.runJob()
      #expect(run.status == .exit(0))
      #expect(run.items.allSatisfy { $0["outputs"]?.list.first?["in_place"] == .flag(true) })
    }
    let edited = try photos()
    for (path, facts) in before {
      #expect(edited[path]?[0] != facts[0])
      #expect(edited[path]?[1] == facts[1])
    }
    #expect(try place.minilab("revert", "--all", "--yes").end == .exit(0))
    #expect(try photos() == before)
    // And the revert itself can be undone, bit for bit.
    #expect(
      try place.start(["undo", "--yes"] + names.map { place.photos.appending($0) }).wait().end
        == .exit(0))
    #expect(try photos().mapValues { $0[0] } == edited.mapValues { $0[0] })
  }

  @Test func `a re-edit starts from the original and not from the encoded result`() throws {
    try place.addPhotos(["a.jpg"])
    try manifest("[sepia: 0.8]")
    _ = try place.runJob()
    try manifest("[sepia: 0.2]")
    #expect(try place.runJob().item("a.jpg")?["edit"]?.text == "reedited")
    let twice = try place.read("photos/a.jpg")
    #expect(try place.minilab("revert", "--yes", "photos/a.jpg").end == .exit(0))
    #expect(try place.runJob().item("a.jpg")?["reason"]?.text == "undone")
    #expect(try place.runJob("job.yaml", "--again").status == .exit(0))
    #expect(try place.read("photos/a.jpg") == twice)
  }

  @Test func `what is nothing to undo, unknown or not agreed to is said so`() throws {
    try place.addPhotos(["a.jpg"])
    try manifest("[]", outputs: "[{path: \"{name}.png\", box: 20}]")
    _ = try place.runJob()
    #expect(try failure("undo", "--yes", "photos/a.jpg") == "NOTHING_TO_UNDO")
    #expect(try failure("redo", "--yes", "photos/a.jpg") == "NOTHING_TO_REDO")
    #expect(try failure("undo", "--yes", "photos/b.jpg") == "NO_SUCH_ASSET")
    #expect(try failure("undo", "photos/a.jpg") == "USER_DENIED")
    // Reverting what was never edited succeeds and changes nothing.
    let marks = try Tree(place.folder, without: ["library", "said"]).marks
    #expect(try place.minilab("revert", "--yes", "photos/a.jpg").end == .exit(0))
    #expect(try Tree(place.folder, without: ["library", "said"]).marks == marks)
  }

  @Test func `a photo that another program changed is refused, forced or adopted`() throws {
    try place.addPhotos(["a.jpg", "b.jpg"])
    let original = try Photo.small()
    try manifest("[sepia: 0.8]")
    _ = try place.runJob()
    for name in ["a.jpg", "b.jpg"] {
      try place.write(BytePath("photos/\(name)"), Photo.sample("portrait.jpg"))
    }
    for command in ["undo", "revert"] as [BytePath] {
      #expect(try failure(command, "--yes", "photos/a.jpg") == "DIVERGED")
    }
    try manifest("[sepia: 0.5]")
    #expect(try place.runJob().code("a.jpg") == "DIVERGED")
    #expect(try place.read("photos/a.jpg") == Photo.sample("portrait.jpg"))

    #expect(try place.minilab("revert", "--yes", "--force", "photos/a.jpg").end == .exit(0))
    #expect(try place.read("photos/a.jpg") == original)
    let kept = try place.library().objects.open(Digest.of(Photo.sample("portrait.jpg")))
    #expect(try kept.readAll() == Photo.sample("portrait.jpg"))

    #expect(try place.minilab("revert", "--yes", "--adopt", "photos/b.jpg").end == .exit(0))
    #expect(try place.read("photos/b.jpg") == Photo.sample("portrait.jpg"))
    #expect(try failure("undo", "--yes", "photos/b.jpg") == "NOTHING_TO_UNDO")
    _ = try place.runJob()
    #expect(try place.minilab("revert", "--yes", "photos/b.jpg").end == .exit(0))
    #expect(try place.read("photos/b.jpg") == Photo.sample("portrait.jpg"))
  }

  @Test func `a lost original is told, and nothing is touched`() throws {
    try place.addPhotos(["a.jpg"])
    try manifest("[sepia: 0.8]")
    _ = try place.runJob()
    let edited = try Tree(place.photos).marks
    let hex = Digest.of(try Photo.small()).hex
    let object = BytePath("library/objects/\(hex.prefix(2))/\(hex.dropFirst(2))")
    _ = object.resolved(from: place.folder).withCString { chmod($0, 0o644) }
    try place.write(object, "rotten".utf8)
    #expect(try failure("revert", "--yes", "photos/a.jpg") == "ORIGINAL_MISSING")
    try manifest("[sepia: 0.1]")
    #expect(try place.runJob().code("a.jpg") == "ORIGINAL_MISSING")
    #expect(try Tree(place.photos).marks == edited)
  }

  @Test func `reverting a job leaves what was edited since, and takes its outputs away`() throws {
    try place.addPhotos(["a.jpg", "b.jpg", "c.jpg"])
    let both = "[{in-place: true}, {path: \"deep/{name}.png\", box: 20}]"
    try manifest("[sepia: 0.8]", outputs: both, more: "name: first")
    let first = try #require(try place.runJob().job?["id"]?.integer)
    try manifest("[brightness: 0.1]", more: "name: second\nselect: [b.jpg]")
    _ = try place.runJob()
    let edited = try place.read("photos/b.jpg")
    let reverted = try place.start(["revert", "--yes", "--json", "--job", BytePath("\(first)")])
    let run = try JobRun(reverted.wait())
    #expect(run.status == .exit(3))
    #expect(run.code("b.jpg") == "CONFLICT")
    #expect(try place.read("photos/b.jpg") == edited)
    #expect(try place.read("photos/a.jpg") == Photo.small())
    #expect(try Tree(place.out).names == ["deep/b.png"])
  }

  @Test func `adjustments go from one library to another by the hash of originals`() throws {
    try place.addPhotos(["a.jpg"])
    try manifest("[sepia: 0.8]", outputs: "[{path: \"{name}.png\"}]")
    _ = try place.runJob()
    #expect(try place.minilab("adjustments", "export", "edits").end == .exit(0))
    let other = try Workplace()
    try other.addPhotos(["elsewhere.jpg"])
    try other.manifest("root: photos\nto: out\noutputs: [{path: \"{name}.png\"}]")
    _ = try other.runJob()
    try other.write("edits", try place.read("edits"))
    #expect(try other.minilab("adjustments", "import", "edits").end == .exit(0))
    #expect(try other.runJob().state("elsewhere.jpg") == "succeeded")
    #expect(try other.read("out/elsewhere.png") == place.read("out/a.png"))
    // Twice is once, and one of a foreign kind is kept and stacked upon.
    #expect(try other.minilab("adjustments", "import", "edits").end == .exit(0))
    let text = String(decoding: try place.read("edits"), as: UTF8.self)
      .replacing("dev.minilab.recipe", with: "com.example.edit")
    let third = try Workplace()
    try third.addPhotos(["a.jpg"])
    try third.manifest("root: photos\nto: out\nedit: [sepia: 0.1]\noutputs: [{in-place: true}]")
    #expect(try third.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    try third.write("edits", text.utf8)
    #expect(try third.minilab("cancel", "1").end == .exit(0))
    try third.manifest(
      "root: photos\nto: out\noutputs: [{path: \"{name}.png\"}]", as: "plain.yaml")
    _ = try third.runJob("plain.yaml")
    #expect(try third.minilab("adjustments", "import", "edits").end == .exit(0))
    #expect(try third.runJob().item("a.jpg")?["error"]?["code"]?.text == "CANNOT_REEDIT")
  }

  @Test func `a preview shows the edit and changes nothing`() throws {
    try place.addPhotos(["a.jpg"])
    try manifest("[rotate: 90]")
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    let marks = try Tree(place.photos).marks
    let preview = try place.minilab(
      "preview", "photos/a.jpg", "--manifest", "job.yaml", "--size", "30", "-o", "look.png")
    #expect(preview.end == .exit(0))
    let size = try #require(Photo.size(try place.read("look.png")))
    #expect(size.height == 30 && size.width < 30)
    #expect(try Tree(place.photos).marks == marks)
    #expect(
      try failure("preview", "photos/a.jpg", "-o", "photos/a.jpg", "--yes") == "OUTPUT_IS_SOURCE")
  }
}
