import Files
import Glibc
import Testing

/// Whose file is whose: nothing that is not ours is harmed, and an item's outputs come all or none.
@Suite struct PublishingTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func manifest(_ outputs: String..., more: String = "") throws {
    try place.manifest(
      """
      root: photos
      to: out
      outputs: [\(outputs.joined(separator: ", "))]
      \(more)
      """)
  }

  private let small = "{path: \"{name}.jpg\", box: 40}"

  @Test func `a foreign file at an output's path stays, and the rest is made`() throws {
    try place.addPhotos(["a.jpg", "b.jpg"])
    try place.write("out/a.jpg", "mine".utf8)
    let mark = try Tree(place.out).marks
    try manifest(small)
    let run = try place.runJob()
    #expect(run.status == .exit(3))
    #expect(run.code("a.jpg") == "OUTPUT_EXISTS")
    #expect(run.state("b.jpg") == "succeeded")
    #expect(try Tree(place.out).marks["a.jpg"] == mark["a.jpg"])
    #expect(try Tree(place.out).names == ["a.jpg", "b.jpg"])
  }

  @Test(arguments: ["mine", ""])
  func `a foreign file is skipped with a warning where the manifest says so`(
    content: String
  ) throws {
    try place.addPhotos(["a.jpg"])
    try place.write("out/a.jpg", content.utf8)
    try manifest(small, "{path: \"{name}.png\", box: 40}", more: "on-conflict: skip")
    let run = try place.runJob()
    #expect(run.status == .exit(0))
    #expect(run.item("a.jpg")?["warnings"]?.list.map { $0["code"]?.text } == ["output-skipped"])
    #expect(run.item("a.jpg")?["outputs"]?.list.count == 1)
    #expect(try place.read("out/a.jpg") == Array(content.utf8))
    #expect(place.isThere("out/a.png"))
    let again = try place.runJob()
    #expect(again.state("a.jpg") == "skipped")
    #expect(try place.read("out/a.jpg") == Array(content.utf8))
  }

  @Test func `a folder, a link or a pipe at an output's path stays too`() throws {
    try place.addPhotos(["folder.jpg", "link.jpg", "broken.jpg", "pipe.jpg"])
    try Folder.make(place.out.appending("folder.jpg"))
    try place.write("elsewhere.txt", "mine".utf8)
    symlink("\(place.folder)/elsewhere.txt", "\(place.out)/link.jpg")
    symlink("\(place.folder)/nowhere.txt", "\(place.out)/broken.jpg")
    mkfifo("\(place.out)/pipe.jpg", 0o600)
    try manifest(small)
    let run = try place.runJob()
    #expect(run.status == .exit(1))
    for name in ["folder", "link", "broken", "pipe"] {
      #expect(run.code("\(name).jpg") == "OUTPUT_EXISTS", "\(name)")
    }
    #expect(try place.read("elsewhere.txt") == Array("mine".utf8))
    #expect(!place.isThere("nowhere.txt"))
  }

  @Test func `two assets for one path are refused with both named, and nothing is written`() throws
  {
    try place.addPhotos(["one/IMG.jpg", "two/IMG.jpg"])
    try manifest(small)
    let run = try place.runJob()
    #expect(run.status == .exit(1))
    #expect(run.errors.first?["code"]?.text == "OUTPUT_CONFLICT")
    let message = run.errors.first?["message"]?.text ?? ""
    #expect(message.contains("one/IMG.jpg") && message.contains("two/IMG.jpg"))
    #expect(!place.isThere("out"))
    #expect(try JSONValue.lines(place.minilab("status", "--json").output).count == 1)
  }

  @Test func `two jobs for one path do not overwrite each other`() throws {
    try place.addPhotos(["one/IMG.jpg", "two/IMG.jpg"])
    try manifest(small, more: "select: [\"one/*\"]")
    #expect(try place.runJob().status == .exit(0))
    let before = try Tree(place.out).marks
    try manifest(small, more: "select: [\"two/*\"]\nname: other")
    let run = try place.runJob()
    #expect(run.code("two/IMG.jpg") == "OUTPUT_CONFLICT")
    #expect(try Tree(place.out).marks == before)
  }

  @Test func `an output at a photo's own path is refused`() throws {
    try place.addPhotos(["a.jpg", "b.jpg"])
    let before = try Tree(place.photos).marks
    try place.manifest("root: photos\noutputs: [{path: \"{name}.{ext}\", box: 9, format: jpeg}]")
    let run = try place.runJob()
    #expect(run.status == .exit(1))
    #expect(run.code("a.jpg") == "OUTPUT_IS_SOURCE")
    #expect(run.code("b.jpg") == "OUTPUT_IS_SOURCE")
    #expect(try Tree(place.photos).marks == before)
  }

  @Test func `an output at another photo's path is refused`() throws {
    try place.addPhotos(["a.jpg", "small-a.jpg"])
    let before = try Tree(place.photos).marks
    try place.manifest(
      "root: photos\nselect: [a.jpg]\noutputs: [{path: \"small-{name}.jpg\", box: 9}]")
    let run = try place.runJob()
    #expect(["OUTPUT_IS_SOURCE", "OUTPUT_EXISTS"].contains(run.code("a.jpg")))
    #expect(try Tree(place.photos).marks == before)
  }

  @Test func `the first output is not left behind when the second is refused`() throws {
    try place.addPhotos(["a.jpg", "b.jpg"])
    try place.write("out/two/a.jpg", "mine".utf8)
    try manifest(
      "{path: \"one/{name}.jpg\", box: 40}", "{path: \"two/{name}.jpg\", box: 40}",
      "{path: \"three/{name}.jpg\", box: 40}")
    let run = try place.runJob()
    #expect(run.status == .exit(3))
    #expect(
      try Tree(place.out).names
        == ["one/b.jpg", "two/b.jpg", "three/b.jpg", "two/a.jpg"])
    #expect(try place.read("out/two/a.jpg") == Array("mine".utf8))
  }

  @Test func `outputs that are out are taken back when a foreign file comes in their way`() throws {
    try place.addPhotos(["a.jpg"], bytes: Photo.sample("aurora.jpg"))
    try manifest(
      "{path: \"one/{name}.jpg\", box: 40}",
      "{path: \"two/{name}.avif\", width: 1200, enlarge: true, effort: 6}")
    let run = try place.start(["run", "--json", "--yes", "job.yaml"])
    #expect(eventually { !run.renderers.isEmpty })
    try place.write("out/two/a.avif", "mine".utf8)
    let result = try JobRun(run.wait())
    #expect(result.status == .exit(1))
    #expect(result.code("a.jpg") == "OUTPUT_EXISTS")
    #expect(try Tree(place.out).names == ["two/a.avif"])
    #expect(try place.read("out/two/a.avif") == Array("mine".utf8))
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `a file that another program changes while it is replaced is given back`() throws {
    try place.addPhotos(["a.jpg"], bytes: Photo.sample("aurora.jpg"))
    try manifest(small, "{path: \"{name}.png\", box: 40}")
    #expect(try place.runJob().status == .exit(0))
    let before = try Tree(place.out).marks
    try manifest(
      "{path: \"{name}.jpg\", box: 41}", "{path: \"{name}.png\", box: 41}",
      "{path: \"{name}.avif\", width: 1200, enlarge: true, effort: 6}")
    let run = try place.start(["run", "--json", "--yes", "job.yaml"])
    #expect(eventually { !run.renderers.isEmpty })
    try place.write("out/a.png", "retouched".utf8)
    let result = try JobRun(run.wait())
    #expect(result.status == .exit(1))
    #expect(result.code("a.jpg") == "DIVERGED")
    #expect(try Tree(place.out).names == ["a.jpg", "a.png"])
    #expect(try Tree(place.out).marks["a.jpg"] == before["a.jpg"])
    #expect(try place.read("out/a.png") == Array("retouched".utf8))
  }

  @Test func `a deleted output is made again and nothing else`() throws {
    try place.addPhotos(["a.jpg", "b.jpg"])
    try manifest(small, "{path: \"{name}.png\", box: 40}")
    _ = try place.runJob()
    let before = try Tree(place.out)
    let bytes = try place.read("out/a.png")
    try Folder(place.out).unlink("a.png")
    let run = try place.runJob()
    #expect(run.status == .exit(0))
    #expect(run.state("a.jpg") == "succeeded")
    #expect(run.state("b.jpg") == "skipped")
    let states = run.item("a.jpg")?["outputs"]?.list.map { $0["state"]?.text }
    #expect(states == ["unchanged", "written"])
    #expect(try place.read("out/a.png") == bytes)
    let after = try Tree(place.out)
    #expect(after.names == before.names)
    for name in ["a.jpg", "b.jpg", "b.png"] as [BytePath] {
      #expect(after.marks[name] == before.marks[name])
    }
  }

  @Test func `changed settings replace just the outputs that they concern`() throws {
    try place.addPhotos(["a.jpg", "b.jpg"])
    try manifest("{path: \"{name}.jpg\", quality: 80}", "{path: \"{name}.png\", box: 40}")
    _ = try place.runJob()
    let before = try Tree(place.out)
    chmod("\(place.out)/a.jpg", 0o640)
    try manifest("{path: \"{name}.jpg\", quality: 30}", "{path: \"{name}.png\", box: 40}")
    let run = try place.runJob()
    #expect(run.status == .exit(0), "\(run.finished.text)")
    #expect(run.count("succeeded") == 2)
    let after = try Tree(place.out)
    #expect(after.names == before.names)
    for name in ["a", "b"] {
      let jpeg = BytePath(name + ".jpg")
      let png = BytePath(name + ".png")
      #expect(after.marks[png] == before.marks[png])
      #expect(try #require(after.files[jpeg]).size < #require(before.files[jpeg]).size)
    }
    #expect(after.files["a.jpg"].map { $0.mode & 0o777 } == 0o640)
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `an output that another program changed is left to it`() throws {
    try place.addPhotos(["a.jpg", "b.jpg"])
    try manifest(small)
    _ = try place.runJob()
    try place.write("out/a.jpg", "retouched".utf8)
    for quality in ["", ", quality: 20"] {
      try manifest("{path: \"{name}.jpg\", box: 40\(quality)}")
      let run = try place.runJob()
      #expect(run.status == .exit(3))
      #expect(run.code("a.jpg") == "DIVERGED")
      #expect(try place.read("out/a.jpg") == Array("retouched".utf8))
    }
    #expect(try Tree(place.out).names == ["a.jpg", "b.jpg"])
    let verified = try place.minilab("verify", "--json")
    #expect(verified.end == .exit(1))
    #expect(verified.text.contains("was changed by another program"))
  }

  @Test func `an output whose times alone changed is as good as before`() throws {
    try place.addPhotos(["a.jpg"])
    try manifest(small)
    _ = try place.runJob()
    utimes("\(place.out)/a.jpg", nil)
    let run = try place.runJob()
    #expect(run.state("a.jpg") == "skipped")
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `outputs below the root are never taken for photos`() throws {
    try place.addPhotos(["a.jpg", "trip/b.jpg"])
    try place.manifest(
      "root: photos\nto: photos/web\noutputs: [{path: \"{dir}/{name}-s.{format}\", box: 40}]"
        .replacing("box: 40", with: "box: 40, format: jpeg"))
    let first = try place.runJob()
    #expect(first.status == .exit(0))
    let second = try place.runJob()
    #expect(second.count("total") == 2)
    #expect(second.count("skipped") == 2)
    try place.manifest(
      "root: photos\nto: other\nselect: [\"**/*\"]\noutputs: [{path: \"{dir}/{name}.png\"}]",
      as: "other.yaml")
    let other = try place.runJob("other.yaml")
    #expect(other.count("total") == 2)
    let named = try place.minilab(
      "run", "--json", "--files-from", "-", "other.yaml", input: Array("web/a-s.jpg\n".utf8))
    #expect(named.end == .exit(1))
    #expect(named.errorText.contains("NOTHING_SELECTED"))
  }

  @Test func `a source that was replaced under its name and size is noticed`() throws {
    // Equal in size, different in pixels: padding after the end changes nothing that is seen.
    var one = try Photo.sample("aurora.jpg")
    var two = try Photo.sample("still-life.jpg")
    let size = max(one.count, two.count)
    one += [UInt8](repeating: 0, count: size - one.count)
    two += [UInt8](repeating: 0, count: size - two.count)
    try place.addPhotos(["a.jpg"], bytes: one)
    try manifest(small)
    _ = try place.runJob()
    let before = try place.read("out/a.jpg")
    try place.addPhotos(["a.jpg"], bytes: two)
    let run = try place.runJob()
    #expect(run.state("a.jpg") == "succeeded")
    let after = try place.read("out/a.jpg")
    #expect(after != before)
    try place.addPhotos(["b.jpg"], bytes: two)
    _ = try place.runJob()
    #expect(try place.read("out/b.jpg") == after)
  }

  @Test func `a link out of the output folder is not followed`() throws {
    try place.addPhotos(["trip/a.jpg"])
    try Folder.make(place.folder.appending("elsewhere"))
    try Folder.make(place.out)
    symlink("\(place.folder)/elsewhere", "\(place.out)/trip")
    try manifest("{path: \"{dir}/{name}.jpg\", box: 40}")
    let run = try place.runJob()
    #expect(run.code("trip/a.jpg") == "OUTPUT_DENIED")
    #expect(try Tree(place.folder.appending("elsewhere")).files.isEmpty)
  }

  @Test func `symbolic links are never photos`() throws {
    try place.addPhotos(["a.jpg"])
    symlink("a.jpg", "\(place.photos)/link.jpg")
    symlink("/", "\(place.photos)/everything")
    try manifest(small)
    let run = try place.runJob()
    #expect(run.items.map { $0["asset"]?.text } == ["a.jpg"])
    let named = try place.minilab(
      "run", "--json", "--files-from", "-", "job.yaml", input: Array("link.jpg\n".utf8))
    let lines = try JSONValue.lines(named.output)
    #expect(lines.first?["error"]?["code"]?.text == "ACCESS_DENIED")
  }

  @Test func `a path that is not there fails alone`() throws {
    try place.addPhotos(["a.jpg"])
    try manifest(small, more: "select: [{path: a.jpg}, {path: gone.jpg}]")
    let run = try place.runJob()
    #expect(run.status == .exit(3))
    #expect(run.code("gone.jpg") == "SOURCE_MISSING")
    #expect(run.state("a.jpg") == "succeeded")
  }

  @Test func `a folder that may not be written fails its items and leaves nothing`() throws {
    try place.addPhotos(["trip/a.jpg", "b.jpg"])
    // A file where a folder must be: also root is refused.
    try place.write("out/trip", "a file".utf8)
    try manifest("{path: \"{dir}/{name}.jpg\", box: 40}")
    let run = try place.runJob()
    #expect(run.status == .exit(3))
    #expect(run.code("trip/a.jpg") == "OUTPUT_DENIED")
    #expect(try Tree(place.out).names == ["trip", "b.jpg"])
  }
}
