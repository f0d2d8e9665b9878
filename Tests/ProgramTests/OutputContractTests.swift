import Files
import Glibc
import Testing

/// What programs that call minilab rely on: JSON lines, streams and exit statuses.
@Suite struct OutputContractTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private let jpegs = """
    root: photos
    to: out
    select: ["**/*"]
    outputs: [{path: "{dir}/{name}.jpg", box: 200}]
    """

  @Test func `a succeeded item and its job have the documented fields and no others`() throws {
    try place.addPhotos(["trip/a.jpg"])
    try place.manifest(jpegs, as: "web.yaml")
    let run = try place.runJob("web.yaml")
    #expect(run.status == .exit(0))
    #expect(run.finished.errors.isEmpty, "\(run.finished.errorText)")
    #expect(run.lines.map { $0["type"]?.text } == ["item", "job"])
    let item = try #require(run.item("trip/a.jpg"))
    #expect(item.keys == ["type", "job", "asset", "state", "ms", "outputs", "warnings"])
    #expect(item["warnings"]?.list.first?["code"]?.text == "not-enlarged")
    #expect(item["warnings"]?.list.first?.keys == ["code", "message"])
    let output = try #require(item["outputs"]?.list.first)
    #expect(output.keys == ["path", "state", "width", "height", "bytes", "sha256"])
    #expect(output["path"]?.text == place.out.appending("trip/a.jpg").text)
    #expect(output["state"]?.text == "written")
    let job = try #require(run.job)
    #expect(job.keys == ["type", "id", "name", "state", "items", "seconds"])
    #expect(job["name"]?.text == "web")
    #expect(job["id"] == item["job"])
    #expect(
      job["items"]?.keys
        == ["total", "succeeded", "skipped", "failed", "cancelled", "quarantined"])
  }

  @Test func `some failed items end the run with 3, all failed ones with 1`() throws {
    try place.addPhotos(["good.jpg"])
    try place.addPhotos(["bad.jpg"], bytes: Array("no photo".utf8))
    try place.manifest(jpegs)
    let mixed = try place.runJob()
    #expect(mixed.status == .exit(3))
    #expect(mixed.state == "partial")
    let item = try #require(mixed.item("bad.jpg"))
    #expect(item["state"]?.text == "failed")
    #expect(item["error"]?.keys.subtracting(["hint"]) == ["code", "stage", "message"])
    #expect(item["error"]?["code"]?.text == "NOT_AN_IMAGE")
    #expect(item["outputs"] == nil)

    try place.manifest(jpegs.replacing("**/*", with: "bad*"))
    let failed = try place.runJob()
    #expect(failed.status == .exit(1))
    #expect(failed.state == "failed")
  }

  @Test(
    arguments: [
      (["nope"], 64, "USAGE"), (["run"], 64, "USAGE"), (["run", "--nope", "x"], 64, "USAGE"),
      (["doctor"], 64, "NOT_YET"), (["run", "missing.yaml"], 65, "MANIFEST_INVALID"),
      (["status", "77"], 1, "NO_SUCH_JOB"), (["cancel", "nobody"], 1, "NO_SUCH_JOB"),
    ] as [([BytePath], Int32, String)])
  func `a refusal is one line on standard error and a status`(
    arguments: [BytePath], status: Int32, code: String
  ) throws {
    let told = try place.start(["--json"] + arguments).wait()
    #expect(told.end == .exit(status))
    #expect(told.output.isEmpty)
    let lines = try JSONValue.lines(told.errors)
    #expect(lines.count == 1)
    #expect(lines.first?["type"]?.text == "error")
    #expect(lines.first?["code"]?.text == code)
    #expect(lines.first?["message"]?.text?.isEmpty == false)

    let forPeople = try place.start(arguments).wait()
    #expect(forPeople.end == .exit(status))
    #expect(forPeople.output.isEmpty)
    #expect(forPeople.errorText.contains("[\(code)]"))
  }

  @Test func `an invalid manifest ends with 65 and one error line for every mistake`() throws {
    try place.addPhotos(["a.jpg"])
    try place.manifest("colour: red\noutputs: [{path: \"{nam}.jpg\", widht: 3}]")
    let run = try place.runJob()
    #expect(run.status == .exit(65))
    #expect(run.lines.isEmpty)
    #expect(run.errors.count == 3)
    for error in run.errors {
      #expect(error.keys.isSuperset(of: ["type", "code", "message", "file", "line", "column"]))
      #expect(error["code"]?.text == "MANIFEST_INVALID")
    }
    #expect(try JSONValue.lines(place.minilab("status", "--json").output).count == 1)
  }

  @Test func `nothing selected is an error unless the manifest allows it`() throws {
    try place.addPhotos(["a.jpg"])
    try place.manifest(jpegs.replacing("**/*", with: "*.heic"))
    let nothing = try place.runJob()
    #expect(nothing.status == .exit(1))
    #expect(nothing.errors.first?["code"]?.text == "NOTHING_SELECTED")

    try place.manifest(jpegs.replacing("**/*", with: "*.heic") + "\nallow-empty: true")
    let allowed = try place.runJob()
    #expect(allowed.status == .exit(0), "\(allowed.finished.errorText)")
    #expect(allowed.count("total") == 0)
    #expect(allowed.state == "succeeded")
  }

  @Test func `lists of JSON lines end with their count`() throws {
    try place.addPhotos(["a.jpg", "b.jpg"])
    try place.manifest(jpegs)
    _ = try place.runJob()
    for arguments: [BytePath] in [
      ["status"], ["status", "1"], ["status", "--failed"], ["roots"], ["verify"], ["ops"],
      ["validate", "job.yaml"], ["run", "--dry-run", "job.yaml"],
    ] {
      let lines = try JSONValue.lines(place.start(["--json"] + arguments).wait().output)
      let last = try #require(lines.last, "\(arguments)")
      #expect(last.keys == ["type", "count"], "\(arguments)")
      #expect(last["type"]?.text == "end")
      #expect(last["count"]?.integer == lines.count - 1, "\(arguments)")
    }
  }

  @Test func `the status of jobs has run's lines, newest first, also of waiting ones`() throws {
    try place.addPhotos(["a.jpg"])
    try place.manifest(jpegs)
    _ = try place.runJob()
    try place.manifest(jpegs, as: "later.yaml")
    let submitted = try place.minilab("submit", "--json", "later.yaml")
    #expect(try JSONValue.lines(submitted.output).map { $0["type"]?.text } == ["job"])
    let lines = try JSONValue.lines(place.minilab("status", "--json").output)
    let jobs = lines.filter { $0["type"]?.text == "job" }
    #expect(jobs.map { $0["name"]?.text } == ["later", "job"])
    #expect(jobs[0]["state"]?.text == "queued")
    #expect(jobs[0]["items"]?["queued"]?.integer == 1)
    #expect(jobs[1].keys == ["type", "id", "name", "state", "items", "seconds"])
    let items = try JSONValue.lines(place.minilab("status", "--json", "later").output)
    #expect(items.map { $0["type"]?.text } == ["job", "item", "end"])
    #expect(items[1]["state"]?.text == "queued")
  }

  @Test func `without JSON nothing but text comes, and nothing of it is coloured in a pipe`() throws
  {
    try place.addPhotos(["good.jpg"])
    try place.addPhotos(["bad.jpg"], bytes: [1, 2, 3])
    try place.manifest(jpegs)
    let told = try place.minilab("run", "--yes", "job.yaml")
    #expect(told.end == .exit(3))
    #expect(told.text.contains("bad.jpg  NOT_AN_IMAGE"))
    #expect(told.text.contains("1 succeeded, 1 failed"))
    #expect(!told.output.contains(0x1b) && !told.errors.contains(0x1b))
  }
}
