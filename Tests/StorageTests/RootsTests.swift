import Files
import Glibc
import Manifest
import Testing

@testable import Storage

@Suite struct RootsTests {
  let sample: SampleLibrary
  let roots: Roots

  init() throws {
    sample = try SampleLibrary()
    roots = Roots(sample.library)
    try sample.temporary.makeFolder("photos/trip/day")
    try sample.temporary.makeFolder("photos-more")
  }

  private func code(_ body: () throws -> Void) -> ErrorCode? {
    (#expect(throws: Failure.self) { try body() })?.code
  }

  @Test("A folder in a root is no root of its own, one beside it with a longer name is")
  func overlap() throws {
    #expect(code { try roots.add(sample.photos.appending("trip")) } == .wrongState)
    try roots.add(sample.temporary.path.appending("photos-more"), access: .ro)
    #expect(try roots.all().map(\.access) == [.rw, .ro])
    #expect(try roots.containing(sample.photos.appending("trip/day"))?.id == sample.root.id)
    #expect(try roots.containing(sample.photos)?.id == sample.root.id)
    #expect(try roots.containing(sample.temporary.path) == nil)
    #expect(try roots.inside(sample.temporary.path).count == 2)
  }

  @Test("A read-only root is not made writable by taking it in")
  func absorbReadOnly() throws {
    try roots.set(sample.photos, access: .ro)
    let outer = sample.photos.parent
    #expect(code { try roots.add(outer, access: .rw) } == .wrongState)
    #expect(try roots.all().map(\.path) == [sample.photos])
    #expect(try roots.add(outer, access: .ro).access == .ro)
    #expect(try roots.all().map(\.path) == [outer])
  }

  @Test("A root that contains others absorbs them: assets keep their ids, paths and jobs stay true")
  func absorb() throws {
    let odd = BytePath(bytes: Array("trip/".utf8) + [0xFF, 0x0A, 0x27, 0xC3])
    try sample.submit(["a.jpg", odd], keys: "outputs: [{path: \"{name}.png\", width: 9}]")
    let before = try sample.claim()
    let outer = try roots.add(sample.temporary.path)
    #expect(try roots.all().map(\.path) == [sample.temporary.path])
    let assets = Assets(sample.library)
    for item in before {
      let path = BytePath("photos").appending(item.asset.path)
      #expect(try assets.asset(root: outer.id, path: path)?.id == item.asset.id)
      #expect(try Items(sample.library).item(item.id)?.path == item.asset.path)
    }
    #expect(try sample.jobs.job(before[0].job).root == outer.id)
    // The same files in a new job are the same assets.
    let again = Submission(
      source: sample.source(), manifest: try sample.source().parse(), root: outer,
      folder: sample.photos, target: sample.photos,
      files: [SelectedFile(path: "a.jpg", entry: nil, row: [:])], renewal: .nothing, force: false,
      isSeries: false)
    _ = try again.submit(sample.library, submitter: sample.worker)
    #expect(try sample.integer("SELECT count(*) FROM assets") == 2)
  }

  @Test("A root whose folder is gone or another one than before is missing, until added again")
  func missing() throws {
    try roots.check(sample.root)
    try sample.temporary.folder.rename("photos", to: "moved")
    #expect(code { try roots.check(sample.root) } == .rootMissing)
    try sample.temporary.write("photos", "a file")
    #expect(code { try roots.check(sample.root) } == .rootMissing)
    try sample.temporary.folder.unlink("photos")
    try sample.temporary.makeFolder("photos")
    #expect(code { try roots.check(sample.root) } == .rootMissing)
    let again = try roots.add(sample.photos)
    #expect(again.id == sample.root.id)
    try roots.check(again)
  }

  @Test("A device that got another number at the next boot is told by its file system's")
  func otherBoot() throws {
    func change(_ assignment: String) throws {
      try sample.library.database.write { try $0.run("UPDATE roots SET \(assignment)", [:]) }
    }
    try change("device = device + 1")
    let root = try roots.root(sample.root.id)
    #expect(throws: Never.self) { try roots.check(root) }
    // Looked at once more, so that what was written along is there.
    try change("access = 'rw'")
    #expect(try roots.root(sample.root.id).device == sample.root.device)
    try change("device = device + 1, file_system = file_system + 1")
    let other = try roots.root(sample.root.id)
    #expect(code { try roots.check(other) } == .rootMissing)
  }

  @Test("Adding again keeps the access, setting changes it")
  func access() throws {
    try roots.set(sample.photos, access: .ro)
    #expect(try roots.add(sample.photos, access: .rw).access == .ro)
    try roots.set(sample.photos, access: .rw)
    #expect(try roots.root(sample.root.id).access == .rw)
    #expect(code { try roots.set("/nowhere", access: .ro) } == .rootMissing)
    #expect(code { try roots.add(sample.temporary.path.appending("none")) } == .rootMissing)
    #expect(code { _ = try roots.root(99) } == .rootMissing)
  }

  @Test("Only a root that nothing remembers is removed")
  func remove() throws {
    let other = sample.temporary.path.appending("photos-more")
    try roots.add(other)
    try roots.remove(other)
    #expect(try roots.all().map(\.path) == [sample.photos])
    try sample.submit(["a.jpg"])
    #expect(code { try roots.remove(sample.photos) } == .wrongState)
    #expect(code { try roots.remove(other) } == .rootMissing)
  }
}
