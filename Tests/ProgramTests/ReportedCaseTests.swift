import Files
import Glibc
import Storage
import Synchronization
import Testing

/// Failures that users of other programs reported. Killed runs, names and sizes have suites of
/// their own.
@Suite struct ReportedCaseTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let hasSamples = (try? FileStatus.of(Workplace.samples)) ?? nil != nil

  /// What a photo's small JPEG is when it is made alone.
  private func alone(_ source: [UInt8], extension suffix: String) throws -> [UInt8] {
    let other = try Workplace()
    try other.addPhotos([BytePath("x.\(suffix)")], bytes: source)
    try other.manifest(
      "root: photos\nto: out\noutputs: [{path: \"{name}.jpg\", box: 64}]")
    _ = try other.runJob()
    return try other.read("out/x.jpg")
  }

  @Test(.enabled(if: hasSamples))
  func `sources of one base name do not take each other's output`() throws {
    let sources: [BytePath] = [
      "cam1/IMG_0001.jpg", "cam2/IMG_0001.jpg", "cam2/IMG_0001.png", "cam2/img_0001.JPG",
    ]
    try Tree.copy(Workplace.samples.appending("same-name"), to: place.photos)
    func run(_ path: String) throws -> JobRun {
      try place.manifest(
        "root: photos\nto: out\noutputs: [{path: \"\(path)\", format: jpeg, box: 64}]")
      return try place.runJob()
    }
    let refused = try run("{name}.{format}")
    #expect(refused.errors.first?["code"]?.text == "OUTPUT_CONFLICT")
    #expect(!place.isThere("out"))
    let made = try run("{dir}-{name}-{ext}.{format}")
    #expect(made.status == .exit(0), "\(made.finished.errorText)")
    var colours: Set<[UInt8]> = []
    for source in sources {
      let output = BytePath(
        "out/\(source.parent)-\(source.stem)-\(source.fileExtension).jpg")
      let bytes = try place.read(output)
      colours.insert(bytes)
      let source = try place.read(place.photos.appending(source))
      #expect(try bytes == alone(source, extension: "jpg"))
    }
    #expect(colours.count == 4)
  }

  @Test func `names with numbers in brackets are two photos`() throws {
    try place.addPhotos(["a (1).jpg"], bytes: Photo.sample("aurora.jpg"))
    try place.addPhotos(["a (2).jpg"], bytes: Photo.sample("still-life.jpg"))
    try place.manifest("root: photos\nto: out\noutputs: [{path: \"{name}.jpg\", box: 64}]")
    #expect(try place.runJob().count("succeeded") == 2)
    #expect(
      try place.read("out/a (1).jpg") == alone(Photo.sample("aurora.jpg"), extension: "jpg"))
    #expect(
      try place.read("out/a (2).jpg") == alone(Photo.sample("still-life.jpg"), extension: "jpg"))
  }

  @Test(.enabled(if: hasSamples))
  func `damaged files do not stop the others`() throws {
    try Tree.copy(Workplace.samples.appending("bad"), to: place.photos)
    try place.addPhotos(["a.jpg", "d.jpg", "m.jpg", "u.jpg", "z.jpg"])
    let sources = try Tree(place.photos).marks
    try place.manifest(
      "root: photos\nto: out\noutputs: [{path: \"{name}.{ext}.png\", box: 64}]")
    let run = try place.runJob()
    #expect(run.status == .exit(3))
    for name in ["a", "d", "m", "u", "z", "png-named"] {
      #expect(run.state("\(name).jpg") == "succeeded", "\(name)")
    }
    let failed = run.items.filter { $0["state"]?.text == "failed" }
    #expect(failed.count == 7 || failed.count == 8)
    for item in failed {
      let name = try #require(item["asset"]?.text)
      #expect(item["error"]?["message"]?.text?.isEmpty == false)
      #expect(!place.isThere(BytePath("out/\(name).png")))
    }
    #expect(try Tree(place.photos).marks == sources)
    #expect(try Tree(place.out).files.count == run.count("succeeded"))
  }

  @Test(.enabled(if: hasSamples))
  func `a replaced file gives its own pixels in a worker that lives on`() throws {
    let red = try place.read(Workplace.samples.appending("same-name/cam1/IMG_0001.jpg"))
    let green = try place.read(Workplace.samples.appending("same-name/cam2/IMG_0001.jpg"))
    #expect(red.count == green.count)
    try place.manifest("root: photos\nto: out\noutputs: [{path: \"{name}.jpg\", box: 64}]")
    let worker = try place.start(["worker", "--lanes", "1"])
    for source in [red, green, red] {
      try place.addPhotos(["IMG_0001.jpg"], bytes: source)
      let waited = try place.minilab("submit", "--wait", "--yes", "job.yaml")
      #expect(waited.end == .exit(0), "\(waited.errorText)")
      #expect(try place.read("out/IMG_0001.jpg") == alone(source, extension: "jpg"))
    }
    worker.send(SIGTERM)
    #expect(try worker.wait().end == .exit(0))
  }

  @Test func `runs two and three write nothing, also from another folder`() throws {
    for (number, name) in ["aurora", "sunset-hills", "portrait", "snow-mountain"].enumerated() {
      // Many odd ratios, by crops of odd sizes.
      try place.addPhotos([BytePath("\(name).jpg")], bytes: Photo.sample(BytePath("\(name).jpg")))
      let entry = "\(name).jpg,\(311 + 7 * number),\(197 + 13 * number)\n"
      let table = (try? place.read("crops.csv")) ?? Array("path,w,h\n".utf8)
      try place.write("crops.csv", table + Array(entry.utf8))
    }
    try place.manifest(
      """
      root: photos
      to: out
      select: [{table: crops.csv}]
      edit: [{crop: {x: 3, y: 5, width: "${w}", height: "${h}"}}]
      outputs:
        - {path: "{name}-{width}.jpg", box: [33, 150, 1024]}
      """)
    let first = try place.runJob()
    #expect(first.status == .exit(0), "\(first.finished.errorText)")
    let before = try Tree(place.folder, without: ["library", "said"]).marks
    #expect(try place.runJob().count("skipped") == 4)
    let elsewhere = try place.minilab("run", "--json", "../job.yaml", in: "photos")
    #expect(try JobRun(elsewhere).count("skipped") == 4, "\(elsewhere.errorText)")
    #expect(try Tree(place.folder, without: ["library", "said"]).marks == before)
  }

  @Test func `nobody hears that the database is locked`() throws {
    try place.addPhotos(count: 20)
    try place.manifest("root: photos\nto: out\noutputs: [{path: \"{name}.jpg\", box: 64}]")
    _ = try place.minilab("roots", "add", "photos", "--yes")
    var programs: [RunningProgram] = []
    for number in 1...5 {
      try place.manifest(
        "root: photos\nto: out\(number)\noutputs: [{path: \"{name}.jpg\", box: 64}]",
        as: BytePath("job\(number).yaml"))
    }
    for _ in 1...3 { programs.append(try place.start(["worker"])) }
    let workers = programs
    for number in 1...5 {
      programs.append(try place.start(["submit", "--wait", BytePath("job\(number).yaml")]))
    }
    // Meanwhile somebody holds the write lock, for longer than any of ours.
    let library = try place.library()
    try library.database.write { connection in
      try connection.run("UPDATE settings SET value = value")
      usleep(3_000_000)
    }
    for _ in 1...5 { programs.append(try place.start(["status", "--json"])) }
    for program in programs.dropFirst(3) {
      let finished = try program.wait()
      #expect(finished.end == .exit(0), "\(finished.errorText)")
    }
    for worker in workers { worker.send(SIGTERM) }
    for program in programs {
      let finished = try program.wait()
      #expect(finished.end == .exit(0))
      #expect(!finished.text.contains("locked") && !finished.errorText.contains("locked"))
    }
    let jobs = try Jobs(library).recent()
    #expect(jobs.count == 5)
    #expect(jobs.allSatisfy { $0.state == .succeeded && $0.counts[.succeeded] == 20 })
    let attempts = try library.database.read {
      try $0.integer("SELECT sum(errors + crashes) FROM items")
    }
    #expect(attempts == 0)
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `a run that waits for another worker does not keep a processor busy`() throws {
    try place.addPhotos(["a.jpg"], bytes: Photo.sample("aurora.jpg"))
    try place.manifest(
      "root: photos\nto: out\noutputs: [{path: \"{name}.jpg\", box: 64}]", as: "other.yaml")
    try place.manifest(
      """
      root: photos
      to: out
      outputs: [{path: "{name}.avif", width: 1600, enlarge: true, effort: 7}]
      """)
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    let worker = try place.start(["worker", "--lanes", "1"])
    #expect(eventually { !worker.renderers.isEmpty })
    // The item stays with its worker, which lives, for as long as its renderer hangs.
    let renderer = try #require(worker.renderers.first)
    kill(renderer, SIGSTOP)
    let run = try place.start(["run", "--json", "--again", "other.yaml"])
    let (seconds, processor) = try run.timesAfter(seconds: 2)
    #expect(processor < seconds / 4)
    kill(renderer, SIGCONT)
    #expect(try run.wait().end == .exit(0))
    worker.send(SIGTERM)
    #expect(try worker.wait().end == .exit(0))
  }

  @Test func `a slow item is done once, by one of two workers`() throws {
    try place.addPhotos(["a.jpg"], bytes: Photo.sample("aurora.jpg"))
    try place.manifest(
      """
      root: photos
      to: out
      outputs: [{path: "{name}.avif", width: 1600, enlarge: true, effort: 7}]
      """)
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    let workers = try (1...2).map { _ in try place.start(["worker"]) }
    let waited = try place.library()
    #expect(try eventually { try Jobs(waited).job(1).state.isEnded })
    for worker in workers {
      worker.send(SIGTERM)
      #expect(try worker.wait().end == .exit(0))
    }
    let item = try waited.database.read { try $0.integer("SELECT lease FROM items") }
    #expect(item == 1)
    #expect(try Jobs(waited).job(1).counts[.succeeded] == 1)
  }
}
