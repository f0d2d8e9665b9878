import Files
import Glibc
import Storage
import Testing

/// The commands as a person uses them.
@Suite struct CommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.addPhotos(["a.jpg", "b.jpg", "trip/c.jpg"])
    try place.manifest(
      """
      root: photos
      to: out
      outputs: [{path: "{dir}/{name}.jpg", box: 40}]
      """)
  }

  private func lines(_ arguments: BytePath...) throws -> [JSONValue] {
    try JSONValue.lines(place.start(arguments + ["--json"]).wait().output)
  }
  private func jobs() throws -> [Job] { try Jobs(place.library()).recent() }

  // MARK: Libraries

  @Test func `init makes a library that is then found from below`() throws {
    let made = try place.minilab("init", "--json", library: nil, in: "photos")
    #expect(made.end == .exit(0))
    #expect(place.isThere("photos/.minilab/catalog.sqlite"))
    let again = try place.minilab("init", library: nil, in: "photos")
    #expect(again.end == .exit(0))
    #expect(again.text.contains("is there already"))
    let run = try place.minilab("run", "--yes", "job.yaml", library: nil)
    #expect(run.end == .exit(0), "\(run.errorText)")
    let status = try place.minilab("status", library: nil, in: "photos/trip")
    #expect(status.text.contains("job"))
    #expect(!place.isThere("data"))
    #expect(try Tree(place.out).files.count == 3)
  }

  @Test func `run makes the user's own library if there is none, status does not`() throws {
    let none = try place.minilab("status", library: nil)
    #expect(none.end == .exit(1))
    #expect(none.errorText.contains("[NO_LIBRARY]"))
    let run = try place.minilab("run", "--yes", "job.yaml", library: nil)
    #expect(run.end == .exit(0))
    #expect(run.errorText.contains("made the library"))
    #expect(place.isThere("data/minilab/catalog.sqlite"))
  }

  @Test func `several programs may make one library at once`() throws {
    let runs = try (1...6).map { _ in
      try place.start(["run", "--yes", "--json", "job.yaml"], library: nil)
    }
    for run in runs {
      let finished = try run.wait()
      #expect(!finished.errorText.contains("locked"))
      #expect(finished.end == .exit(0), "\(finished.errorText) \(finished.text)")
    }
    #expect(try Tree(place.out).files.count == 3)
    #expect(try place.minilab("verify", library: "data/minilab").end == .exit(0))
  }

  // MARK: Roots

  @Test func `roots are listed, added, set and removed`() throws {
    #expect(try lines("roots").map { $0["type"]?.text } == ["end"])
    let refused = try place.minilab("roots", "add", "photos")
    #expect(refused.end == .exit(1))
    #expect(refused.errorText.contains("[USER_DENIED]"))
    #expect(try place.minilab("roots", "add", "photos", "ro", "--yes").end == .exit(0))
    let root = try #require(try lines("roots").first)
    #expect(root["path"]?.text == place.photos.text)
    #expect(root["access"]?.text == "ro")
    #expect(root["state"]?.text == "there")
    #expect(try place.minilab("roots", "set", "photos", "rw").end == .exit(0))
    #expect(try lines("roots").first?["access"]?.text == "rw")
    let inner = try place.minilab("roots", "add", "photos/trip", "--yes")
    #expect(inner.end == .exit(1))
    #expect(try place.minilab("roots", "remove", "photos").end == .exit(0))
    #expect(try lines("roots").count == 1)
    #expect(place.isThere("photos/a.jpg"))
  }

  @Test func `a root that contains another takes it in with its history`() throws {
    try place.manifest(
      "root: photos/trip\nto: out\noutputs: [{path: \"{name}.jpg\", box: 40}]", as: "trip.yaml")
    #expect(try place.runJob("trip.yaml").status == .exit(0))
    #expect(try place.runJob().status == .exit(0))
    #expect(try lines("roots").compactMap { $0["path"]?.text } == [place.photos.text])
    #expect(try place.runJob("trip.yaml").count("skipped") == 1)
    #expect(try lines("status", "trip").contains { $0["asset"]?.text == "c.jpg" })
  }

  @Test func `a new root needs a yes where nobody can be asked`() throws {
    let refused = try place.minilab("run", "job.yaml")
    #expect(refused.end == .exit(1))
    #expect(refused.errorText.contains("[USER_DENIED]"))
    #expect(try jobs().isEmpty)
    #expect(try place.minilab("submit", "job.yaml").end == .exit(1))
    #expect(try place.minilab("run", "--yes", "job.yaml").end == .exit(0))
    #expect(try place.minilab("run", "job.yaml").end == .exit(0))
  }

  @Test func `outputs do not go into a read-only root`() throws {
    #expect(try place.minilab("roots", "add", "photos", "ro", "--yes").end == .exit(0))
    try place.manifest("root: photos\noutputs: [{path: \"s/{name}.jpg\", box: 9}]", as: "in.yaml")
    let denied = try place.runJob("in.yaml")
    #expect(denied.errors.first?["code"]?.text == "OUTPUT_DENIED")
    #expect(try place.runJob().status == .exit(0))
    #expect(!place.isThere("photos/s"))
  }

  @Test func `a root that is not mounted refuses the job and loses nothing`() throws {
    #expect(try place.runJob().status == .exit(0))
    rename("\(place.photos)", "\(place.folder)/away")
    let gone = try place.runJob()
    #expect(gone.errors.first?["code"]?.text == "ROOT_MISSING")
    try Folder.make(place.photos)
    let other = try place.runJob()
    #expect(other.errors.first?["code"]?.text == "ROOT_MISSING")
    #expect(try lines("roots").first?["state"]?.text == "missing")
    try Tree.remove(place.photos)
    rename("\(place.folder)/away", "\(place.photos)")
    #expect(try place.runJob().count("skipped") == 3)
  }

  // MARK: The queue

  @Test func `a cancelled job is not worked on`() throws {
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    #expect(try place.minilab("cancel", "job").end == .exit(0))
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    #expect(!place.isThere("out"))
    #expect(try jobs().map(\.state) == [.cancelled])
    #expect(try jobs().first?.counts[.cancelled] == 3)
    #expect(try lines("cancel", "1").isEmpty)
    #expect(try place.minilab("cancel", "1").errorText.contains("[TOO_LATE]"))
    #expect(try place.minilab("resume", "1").errorText.contains("[WRONG_STATE]"))
    #expect(try place.minilab("status", "1", "--check").end == .exit(1))
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `the items of photos are cancelled by path`() throws {
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    let cancelled = try place.minilab(
      "cancel", "--asset", "b.jpg", "trip/c.jpg", in: "photos")
    #expect(cancelled.end == .exit(0), "\(cancelled.errorText)")
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    #expect(try Tree(place.out).names == ["a.jpg"])
    #expect(try jobs().first?.state == .partial)
    let unknown = try place.minilab("cancel", "--asset", "job.yaml")
    #expect(unknown.errorText.contains("[NO_SUCH_ASSET]"))
  }

  @Test func `submit waits for a worker and ends as the job did`() throws {
    try place.addPhotos(["bad.jpg"], bytes: [1])
    let worker = try place.start(["worker"])
    let waited = try place.minilab("submit", "--wait", "--yes", "--json", "job.yaml")
    #expect(waited.end == .exit(3), "\(waited.errorText)")
    let lines = try JSONValue.lines(waited.output)
    #expect(lines.count { $0["type"]?.text == "item" } == 4)
    #expect(lines.last?["type"]?.text == "job")
    #expect(lines.last?["state"]?.text == "partial")
    worker.send(SIGTERM)
    #expect(try worker.wait().end == .exit(0))
  }

  @Test func `more urgent jobs go first`() throws {
    try place.manifest(
      "root: photos\nto: urgent\noutputs: [{path: \"{dir}/{name}.png\", box: 9}]", as: "u.yaml")
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    #expect(try place.minilab("submit", "--priority", "5", "u.yaml").end == .exit(0))
    #expect(try place.minilab("worker", "--drain", "--lanes", "1").end == .exit(0))
    let order = try place.library().database.read { connection in
      try connection.rows("SELECT job_id FROM items ORDER BY started_at, id", [:]) {
        $0.integer(0)
      }
    }
    #expect(order == [2, 2, 2, 1, 1, 1])
  }

  @Test func `the status tells what failed and checks how a job ended`() throws {
    try place.addPhotos(["bad.jpg"], bytes: [1])
    _ = try place.runJob()
    let failed = try lines("status", "--failed", "job")
    #expect(failed.compactMap { $0["asset"]?.text } == ["bad.jpg"])
    #expect(try lines("status", "--failed").compactMap { $0["asset"]?.text } == ["bad.jpg"])
    #expect(try place.minilab("status", "--failed").text.contains("NOT_AN_IMAGE"))
    #expect(try place.minilab("status", "job").end == .exit(0))
    #expect(try place.minilab("status", "job", "--check").end == .exit(3))
    #expect(try lines("status", "job").count { $0["type"]?.text == "item" } == 4)
  }

  @Test func `a paused job waits until it is resumed`() throws {
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    #expect(try place.minilab("pause", "job").end == .exit(0))
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    #expect(!place.isThere("out"))
    #expect(try jobs().first?.state == .paused)
    #expect(try place.minilab("resume", "job").end == .exit(0))
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    #expect(try Tree(place.out).files.count == 3)
  }

  @Test func `retry takes the failed items again and no others`() throws {
    try place.addPhotos(["bad.jpg"], bytes: [1])
    _ = try place.runJob()
    let before = try Tree(place.out).marks
    try place.addPhotos(["bad.jpg"])
    #expect(try place.minilab("retry", "job").end == .exit(0))
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    let after = try Tree(place.out).marks
    #expect(after.count == 4)
    #expect(before.allSatisfy { after[$0.key] == $0.value })
    #expect(try jobs().first?.state == .succeeded)
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `a job that runs is cancelled, and what is done stays`() throws {
    try place.manifest(
      """
      root: photos
      to: out
      outputs: [{path: "{dir}/{name}.avif", width: 3000, enlarge: true, effort: 9}]
      """)
    try place.addPhotos(count: 12)
    let run = try place.start(["run", "--json", "--yes", "--lanes", "2", "job.yaml"])
    #expect(eventually { !run.children.isEmpty })
    let cancelled = try place.minilab("cancel", "1")
    #expect(cancelled.end == .exit(0), "\(cancelled.errorText)")
    let result = try JobRun(run.wait(seconds: 60))
    #expect(result.status == .exit(1))
    let done = try #require(result.count("succeeded"))
    #expect(result.count("cancelled") == 15 - done)
    #expect(try Tree(place.out).files.count == done)
    #expect(try Tree(place.out).temporaries.isEmpty)
    #expect(try place.minilab("verify").end == .exit(0))
  }

  // MARK: Without a manifest

  @Test func `apply edits photos, writes outputs, and does it every time`() throws {
    for _ in 1...2 {
      let applied = try place.minilab(
        "apply", "--yes", "--edit", "sepia: 0.8", "--edit", "rotate: 90", "--output",
        "{path: \"old/{name}.png\"}", "photos/a.jpg")
      #expect(applied.end == .exit(0), "\(applied.errorText)")
    }
    let source = try #require(Photo.size(Photo.small()))
    #expect(
      Photo.size(try place.read("old/a.png")) == source,
      "turned twice, as apply extends what is in force")
    #expect(try Tree(place.folder.appending("old")).names == ["a.png"])
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `apply prints the manifest that it stands for, which does the same`() throws {
    let printed = try place.minilab(
      "apply", "--print", "--edit", "flip: horizontal", "--output",
      "{path: \"p/{name}.png\", box: 30}", "photos/a.jpg", "photos/trip/c.jpg")
    #expect(printed.end == .exit(0))
    #expect(try jobs().isEmpty)
    #expect(!place.isThere("p"))
    for text in printed.text.split(separator: "minilab: 1").map({ "minilab: 1\($0)" }) {
      let run = try place.minilab("run", "--yes", "-", input: Array(text.utf8))
      #expect(run.end == .exit(0), "\(run.errorText)")
    }
    #expect(try Tree(place.folder.appending("p")).names == ["a.png", "c.png"])
  }

  // MARK: Manifests

  @Test func `validate reports every mistake with its place`() throws {
    try place.write("bad.yaml", "minilab: 1\noutput: 3\noutputs: [{path: a.jpg, heigth: 3}]\n".utf8)
    let told = try place.minilab("validate", "job.yaml", "bad.yaml")
    #expect(told.end == .exit(65))
    #expect(told.text == "job.yaml: valid\n")
    let lines = told.errorText.split(separator: "\n")
    #expect(lines.count == 2, "\(told.errorText)")
    #expect(lines.first?.hasPrefix("bad.yaml:2:1: ") == true)
    #expect(lines.last?.hasPrefix("bad.yaml:3:25: ") == true)
    #expect(lines.last?.contains("height") == true)
    #expect(try place.minilab("validate", "job.yaml").end == .exit(0))
  }

  @Test func `a variable is given on the command line`() throws {
    try place.manifest(
      """
      root: photos
      to: out
      vars: {size: 40}
      outputs: [{path: "{name}-{width}.png", width: "${size}"}]
      select: [a.jpg]
      """, as: "vars.yaml")
    let run = try place.runJob("vars.yaml", "--set", "size=20")
    #expect(run.status == .exit(0), "\(run.finished.errorText)")
    #expect(try Tree(place.out).names == ["a-20.png"])
    #expect(try place.runJob("vars.yaml", "--set", "size=big").status == .exit(65))
  }

  @Test func `a dry run shows the plan and changes nothing`() throws {
    let plan = try lines("run", "--dry-run", "job.yaml")
    #expect(plan.compactMap { $0["asset"]?.text } == ["a.jpg", "b.jpg", "trip/c.jpg"])
    #expect(!place.isThere("out"))
    #expect(try jobs().isEmpty)
    #expect(try lines("roots").count == 1)
  }

  // MARK: The program

  @Test func `the command line is not linked to libvips, the renderer is`() throws {
    func libraries(_ program: BytePath) throws -> String {
      let said = place.folder.appending("ldd")
      return try RunningProgram(
        "/usr/bin/ldd", [program], environment: ["PATH": "/usr/bin:/bin"], in: "/",
        input: "/dev/null", output: said, errors: "/dev/null"
      ).wait().text
    }
    #expect(!(try libraries(Workplace.minilab)).contains("vips"))
    #expect(try libraries(Workplace.programs.appending("minilab-render")).contains("libvips"))
  }

  @Test func `help and version need no library`() throws {
    let helped = try place.minilab("help", library: nil)
    #expect(helped.end == .exit(0))
    #expect(helped.text.hasPrefix("minilab"))
    #expect(try place.minilab("version").text.hasPrefix("minilab "))
    #expect(try place.minilab("--help").text == helped.text)
  }
}
