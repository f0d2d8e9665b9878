import Files
import Glibc
import Storage
import Testing

/// What a second run of the same manifest leaves to the third.
@Suite struct UpToDateTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// The photo as the catalog knows it.
  private func known() throws -> KnownFile? {
    let library = try place.library()
    let root = try #require(try Roots(library).containing(place.photos))
    return try Assets(library).asset(root: root.id, path: "a.jpg")?.file
  }

  @Test func `a photo that was copied anew is hashed once and then known by its times`() throws {
    try place.addPhotos(["a.jpg"])
    try place.manifest("root: photos\nto: out\noutputs: [{path: \"{name}.png\", box: 16}]")
    #expect(try place.runJob().count("succeeded") == 1)
    let first = try #require(try known())
    // Another inode with the same bytes, as a restored backup has.
    try place.write("photos/copy", place.read("photos/a.jpg"))
    try Folder(place.photos).rename("copy", to: "a.jpg")
    let status = try #require(try FileStatus.of(place.photos.appending("a.jpg")))
    #expect(!first.matches(status))
    #expect(try place.runJob().count("skipped") == 1)
    let second = try #require(try known())
    #expect(second.matches(status))
    #expect(second.digest == first.digest)
  }
}
