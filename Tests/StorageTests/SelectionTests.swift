import Files
import Glibc
import Manifest
import Testing

@testable import Storage

@Suite struct SelectionTests {
  let sample: SampleLibrary

  init() throws { sample = try SampleLibrary() }

  private func files(_ keys: String, only: [BytePath]? = nil) throws -> [SelectedFile] {
    let source = sample.source("\(keys)\n\(SampleLibrary.output)")
    return try Selection.files(
      try source.parse(), source, below: sample.photos, files: only, library: sample.library)
  }

  private func paths(_ keys: String = "", only: [BytePath]? = nil) throws -> [BytePath] {
    try files(keys, only: only).map(\.path)
  }

  private func photos(_ paths: BytePath...) throws { for path in paths { try sample.photo(path) } }

  @Test("Without select all images are taken, by extension in any case, in order of their bytes")
  func everyImage() throws {
    try photos(
      "b.JPG", "a/z.HeIc", "a-b/x.png", "B.webp", "é.jxl", "notes.txt", "noext", "a.jpg.bak")
    #expect(try paths() == ["B.webp", "a-b/x.png", "a/z.HeIc", "b.JPG", "é.jxl"])
  }

  @Test("Names that are not UTF-8 are selected as they are")
  func bytes() throws {
    let odd = BytePath(bytes: [0xE9, 0x2E, 0x6A, 0x70, 0x67])
    try photos(odd)
    #expect(try paths() == [odd])
    #expect(try paths(#"select: ["*.jpg"]"#) == [odd])
  }

  @Test("Entries come in their order, each in order of its paths, an asset once")
  func order() throws {
    try photos("a.jpg", "b.jpg", "c.png", "sub/d.jpg")
    #expect(
      try paths(#"select: ["c.*", "**/*.jpg", {path: b.jpg}, "A.JPG"]"#)
        == ["c.png", "a.jpg", "b.jpg", "sub/d.jpg"])
    #expect(
      try paths("select: ['**/*.{jpg,png}']\nexclude: ['sub/**', 'b.*']")
        == ["a.jpg", "c.png"])
  }

  @Test("A literal path takes in neither a temporary of ours nor what lies beside a catalog")
  func literalOurs() throws {
    let temporary = TemporaryName.of(library: "0123456789ab", item: 1, lease: 2, ordinal: 0)
    try photos(temporary, "inner/catalog.sqlite", "inner/deep/a.jpg", ".b.jpg")
    #expect(
      try paths(
        "select: [{path: '\(temporary)'}, {path: inner/deep/a.jpg}, {path: .b.jpg}]")
        == [".b.jpg"])
  }

  @Test("Dot names, links and folders that hold a catalog are never walked into")
  func leftOut() throws {
    try photos(".hidden.jpg", ".git/a.jpg", "inner/catalog.sqlite", "inner/a.jpg", "a.jpg")
    #expect(
      symlink("a.jpg", sample.photos.appending("link.jpg").displayed) == 0)
    #expect(symlink(".git", sample.photos.appending("folder").displayed) == 0)
    #expect(try paths(#"select: ["**"]"#) == ["a.jpg"])
    #expect(try paths(#"select: ["**/.*", ".git/*"]"#).isEmpty)
  }

  @Test("What we wrote ourselves is not selected, however it is named")
  func renditions() throws {
    try photos("a.jpg")
    try sample.submit(["a.jpg"])
    try #require(try sample.publish(try sample.claim()[0], "out/a.png") != nil)
    try photos("out/foreign.png")
    #expect(try paths() == ["a.jpg", "out/foreign.png"])
    #expect(try paths(#"select: [{path: out/a.png}, {path: ./out//a.png}]"#).isEmpty)
    #expect(try paths(only: ["out/a.png", "a.jpg"]) == ["a.jpg"])
  }

  @Test("A literal path stays though nothing is there, and is cleaned")
  func literal() throws {
    #expect(
      try paths("select: [{path: gone.jpg}, {path: './/sub/./b.jpg'}]") == [
        "gone.jpg", "sub/b.jpg",
      ])
    #expect(try paths(only: [sample.photos.appending("x.jpg")]) == ["x.jpg"])
  }

  @Test(
    "A path outside the root is refused",
    arguments: ["../a.jpg", "sub/../a.jpg", "/etc/passwd", "."] as [BytePath])
  func outside(path: BytePath) throws {
    let failure = #expect(throws: Failure.self) { _ = try self.paths(only: [path]) }
    #expect(failure?.code == .manifestInvalid)
  }

  @Test("A list has one path a line, taken from the root, and says where it is wrong")
  func lists() throws {
    try photos("a.jpg")
    try sample.temporary.write("list.txt", "gone.jpg\r\n\nsub/b c.jpg\na.jpg\na.jpg\n")
    #expect(
      try paths("select: [{list: list.txt}]") == ["gone.jpg", "sub/b c.jpg", "a.jpg"])
    try sample.temporary.write("list.txt", "a.jpg\n../b.jpg\n")
    let failure = #expect(throws: Failure.self) { _ = try self.paths("select: [{list: list.txt}]") }
    #expect(failure?.message.hasPrefix("list.txt:2: ../b.jpg") == true)
    let missing = #expect(throws: Failure.self) { _ = try self.paths("select: [{list: none}]") }
    #expect(missing?.code == .manifestInvalid)
  }

  private func table(_ select: String) throws -> [SelectedFile] {
    try files("select: [\(select)]\nedit: [{sepia: \"${s}\"}]")
  }

  @Test("A table's rows bring their values")
  func tables() throws {
    try sample.temporary.write("t.csv", "path,s\na.jpg,0.5\nb.jpg,1\n")
    #expect(
      try table("{table: t.csv}")
        == [
          SelectedFile(path: "a.jpg", entry: nil, row: ["path": "a.jpg", "s": "0.5"]),
          SelectedFile(path: "b.jpg", entry: nil, row: ["path": "b.jpg", "s": "1"]),
        ])
  }

  @Test(
    "A row's values stay when another entry selects the file too",
    arguments: [#""*.jpg", {table: t.csv}"#, #"{table: t.csv}, "*.jpg""#])
  func rowAndGlob(select: String) throws {
    try photos("a.jpg")
    try sample.temporary.write("t.csv", "path,s\na.jpg,0.5\n")
    #expect(try table(select).map(\.row) == [["path": "a.jpg", "s": "0.5"]])
  }

  @Test("Two rows for one file are refused, with the line of the second")
  func twoRows() throws {
    try sample.temporary.write("t.csv", "path,s\na.jpg,0.5\na.jpg,1\n")
    let failure = #expect(throws: Failure.self) { _ = try self.table("{table: t.csv}") }
    #expect(failure?.code == .manifestInvalid)
    #expect(failure?.message.hasPrefix("t.csv:3: a.jpg ") == true)
  }

  @Test("An entry's own edit counts wherever else the file is selected; two of them do not go")
  func ownEdits() throws {
    try photos("a.jpg", "b.jpg")
    let own = "{glob: a.*, edit: [{sepia: 0.5}]}"
    #expect(try files("select: [\(own), '*.jpg']").map(\.entry) == [0, nil])
    #expect(try files("select: ['*.jpg', \(own)]").map(\.entry) == [1, nil])
    #expect(try files("select: ['*.jpg', \(own), {path: a.jpg}]").map(\.entry) == [1, nil])
    let failure = #expect(throws: Failure.self) {
      _ = try self.files("select: [\(own), {path: a.jpg, edit: [{sepia: 1}]}]")
    }
    #expect(failure?.code == .manifestInvalid)
    #expect(failure?.message.contains("a.jpg") == true)
  }

  @Test("A folder that cannot be read is named", .enabled(if: geteuid() != 0))
  func unreadable() throws {
    try photos("shut/a.jpg")
    let shut = sample.photos.appending("shut")
    #expect(chmod(shut.displayed, 0) == 0)
    defer { chmod(shut.displayed, 0o700) }
    let failure = #expect(throws: Failure.self) { _ = try self.paths() }
    #expect(failure?.code == .accessDenied)
    #expect(failure?.message.contains(shut.displayed) == true)
  }
}
