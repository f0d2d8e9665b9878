import Glibc
import Testing

@testable import Files

@Suite struct FolderTests {
  let temporary: TemporaryFolder
  let folder: Folder

  /// A folder `inner` with a file and a folder, and a secret beside it.
  init() throws {
    temporary = try TemporaryFolder()
    try temporary.write("secret", "s")
    try temporary.write("inner/file", "f")
    try temporary.write("inner/below/file", "b")
    folder = try Folder(temporary.path.appending("inner"))
  }

  @Test(
    "Whatever leads out of a folder is refused",
    arguments: [
      "../secret", "below/../../secret", "up", "absolute", "parent/secret", "/etc/passwd",
    ]
      as [BytePath])
  func beneath(path: BytePath) throws {
    try temporary.link("inner/up", to: "../secret")
    try temporary.link("inner/absolute", to: temporary.path.appending("inner/file"))
    try temporary.link("inner/parent", to: "..")
    #expect(errorNumber { _ = try folder.open(path, O_RDONLY) } == EXDEV)
  }

  @Test("A link that stays beneath is followed, unless links are not wanted")
  func innerLinks() throws {
    try temporary.link("inner/link", to: "below/../file")
    try temporary.link("inner/shelf", to: "below")
    #expect(try folder.open("link", O_RDONLY).readAll() == Array("f".utf8))
    for path in ["link", "shelf/file"] as [BytePath] {
      #expect(
        errorNumber { _ = try folder.open(path, O_RDONLY, followLinks: false) } == ELOOP)
    }
  }

  @Test("A folder beneath is opened by its path, and the empty path is the folder itself")
  func folders() throws {
    #expect(try folder.folder("below").status(of: "file") != nil)
    #expect(try folder.folder("").status(of: "file") != nil)
    #expect(errorNumber { _ = try folder.folder("file") } == ENOTDIR)
    #expect(errorNumber { _ = try folder.folder("..") } == EXDEV)
  }

  @Test("Missing folders are made, and those that are there stay")
  func makingFolder() throws {
    let made = try folder.makingFolder("below/x/y")
    #expect(try made.entries().isEmpty)
    #expect(try folder.folder("below/x").status(of: "y")?.kind == .folder)
    #expect(try folder.makingFolder("below").status(of: "file") != nil)
    #expect(errorNumber { _ = try folder.makingFolder("file/x") } == ENOTDIR)
    #expect(errorNumber { _ = try folder.makingFolder("../x") } == EXDEV)
    #expect(try temporary.folder.status(of: "x") == nil)
  }

  @Test("No folder is made through a link that leads out")
  func makingThroughLinks() throws {
    try temporary.link("inner/out", to: temporary.path)
    #expect(errorNumber { _ = try folder.makingFolder("out/new") } == EXDEV)
    #expect(try temporary.folder.status(of: "new") == nil)
  }

  @Test("A folder is made with all above it")
  func make() throws {
    let path = temporary.path.appending("m/n")
    try Folder.make(path)
    try Folder.make(path)
    #expect(try FileStatus.of(path)?.kind == .folder)
    #expect(errorNumber { try Folder.make(temporary.path.appending("secret/x")) } == ENOTDIR)
  }

  @Test("Entries tell names as bytes and kinds, dots left out, as often as asked")
  func entries() throws {
    let odd = BytePath(bytes: [0xFF, 0x0A])
    try folder.open(odd, O_WRONLY | O_CREAT).sync()
    try temporary.link("inner/link", to: "nowhere")
    for _ in 1...2 {
      let found = try folder.entries().sorted { $0.name < $1.name }
      #expect(found.map(\.name) == ["below", "file", "link", odd])
      #expect(found.map(\.kind) == [.folder, .file, .link, .file])
    }
  }

  @Test("Renaming replaces, refuses or exchanges")
  func rename() throws {
    try temporary.write("inner/other", "o")
    #expect(errorNumber { try folder.rename("other", to: "file", .noReplace) } == EEXIST)
    #expect(try temporary.text("inner/file") == "f")
    try folder.rename("other", to: "file", .exchange)
    #expect(try temporary.text("inner/file") == "o")
    #expect(try temporary.text("inner/other") == "f")
    #expect(errorNumber { try folder.rename("other", to: "gone", .exchange) } == ENOENT)
    try folder.rename("other", to: "fresh", .noReplace)
    try folder.rename("fresh", to: "file")
    #expect(try temporary.text("inner/file") == "f")
    #expect(try folder.status(of: "fresh") == nil)
  }

  @Test("A real path has no links, and what is not there stays as written")
  func real() throws {
    try temporary.link("link", to: "inner")
    let inner = temporary.path.appending("inner")
    #expect(Folder.real(temporary.path.appending("link/below")) == inner.appending("below"))
    #expect(
      Folder.real(temporary.path.appending("link/new/other")) == inner.appending("new/other"))
    #expect(Folder.real("/") == "/")
  }

  @Test("Files and empty folders are removed, full ones are not")
  func removing() throws {
    #expect(errorNumber { try folder.removeFolder("below") } == ENOTEMPTY)
    try folder.folder("below").unlink("file")
    try folder.removeFolder("below")
    #expect(try folder.status(of: "below") == nil)
    #expect(errorNumber { try folder.unlink("below") } == ENOENT)
  }
}
