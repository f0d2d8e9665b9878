import Files
import Glibc
import Testing

/// Files that a job needs besides its photos.
@Suite struct WatermarkTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.addPhotos(["a.jpg", "b.jpg"])
    try place.write("logo.png", Photo.sample("camera-shop.png"))
  }

  private func finish(_ watermark: String) throws {
    try place.manifest(
      """
      root: photos
      to: out
      outputs:
        - path: "{name}.png"
          finish: [{watermark: \(watermark)}]
      """)
  }

  @Test func `an image beside the manifest is laid over, and not again while it stays`() throws {
    try finish("{image: logo.png, scale: 0.5}")
    #expect(try place.runJob().count("succeeded") == 2)
    let objects = place.libraryFolder.appending("objects")
    let before = try (Tree(place.out).marks, Tree(objects).marks)
    #expect(before.1.count == 1)
    #expect(try place.runJob().count("skipped") == 2)
    #expect(try Tree(place.out).marks == before.0)
    #expect(try Tree(objects).marks == before.1)
  }

  @Test func `a changed image makes the outputs anew, the one before comes back with its bytes`()
    throws
  {
    try finish("{image: logo.png, scale: 0.5}")
    _ = try place.runJob()
    let first = try place.read("out/a.png")
    try place.write("logo.png", Photo.sample("portrait.jpg"))
    #expect(try place.runJob().count("succeeded") == 2)
    #expect(try place.read("out/a.png") != first)
    try place.write("logo.png", Photo.sample("camera-shop.png"))
    #expect(try place.runJob().count("succeeded") == 2)
    #expect(try place.read("out/a.png") == first)
  }

  @Test func `an image that is not there refuses the job`() throws {
    try finish("{image: nowhere.png}")
    let run = try place.runJob()
    #expect(run.status == .exit(1))
    #expect(run.errors.first?["code"]?.text == "SOURCE_MISSING")
    #expect(run.errors.first?["message"]?.text?.contains("nowhere.png") == true)
    #expect(!place.isThere("out/a.png"))
  }

  @Test func `an image that is no picture fails the items and says so`() throws {
    try place.write("logo.png", "no picture".utf8)
    try finish("{image: logo.png}")
    let run = try place.runJob()
    #expect(run.code("a.jpg") == "EDIT_FAILED")
    #expect(run.item("a.jpg")?["error"]?["message"]?.text?.contains("logo.png") == true)
  }

  @Test func `a text is drawn, and is up to date the next time`() throws {
    try finish("{text: \"© Ann <& Bob>\", opacity: 0.8}")
    #expect(try place.runJob().count("succeeded") == 2)
    let marked = try place.read("out/a.png")
    #expect(try place.runJob().count("skipped") == 2)
    try finish("{text: \"© Bob\", opacity: 0.8}")
    #expect(try place.runJob().count("succeeded") == 2)
    #expect(try place.read("out/a.png") != marked)
  }

  @Test
  func `a later job of another series has the mark of a recorded edit, whatever became of it`()
    throws
  {
    try place.manifest(
      """
      root: photos
      edit: [{watermark: {image: logo.png}}]
      """, as: "edit.yaml")
    #expect(try place.runJob("edit.yaml").count("succeeded") == 2)
    #expect(try place.runJob("edit.yaml").count("skipped") == 2)
    try place.manifest(
      """
      root: photos
      to: out
      outputs: [{path: "{name}.png"}]
      """)
    _ = try place.runJob()
    let marked = try place.read("out/a.png")
    unlink("\(place.folder)/logo.png")
    _ = try place.minilab("gc", "--yes")
    _ = try place.runJob("job.yaml", "--again")
    #expect(try place.read("out/a.png") == marked)
    try place.manifest(
      """
      root: photos
      edit: []
      outputs: [{path: "plain/{name}.png"}]
      """, as: "edit.yaml")
    _ = try place.runJob("edit.yaml")
    #expect(try place.read("photos/plain/a.png") != marked)
  }
}
