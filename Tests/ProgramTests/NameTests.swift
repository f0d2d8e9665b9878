import Files
import Glibc
import Testing

/// Text in file names is never interpreted, and every name comes out byte for byte.
@Suite struct NameTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  static let names: [BytePath] = [
    "new\nline.jpg", "tab\tand\u{1b}[31mred\u{7}.jpg", "-rf.jpg", "--yes.jpg", "[a-z]*.jpg",
    "name.jpg[Q=1].jpg", " blanks  .jpg", "{name}.jpg", "${HOME}.jpg", "%s%n%d.jpg", "a\\b.jpg",
    "quote\"'.jpg", "Café.jpg", "Cafe\u{301}.jpg", "…\u{202e}gpj.jpg",
    BytePath(bytes: Array("invalid-".utf8) + [0xff, 0xfe, 0x80] + Array(".jpg".utf8)),
    BytePath(bytes: Array("latin-caf".utf8) + [0xe9] + Array(".jpg".utf8)),
  ]

  private let manifest = """
    root: photos
    to: out
    select: ["**/*"]
    outputs: [{path: "{dir}/{name}.{format}", box: 48, format: jpeg}]
    """

  @Test func `every name comes out as it is`() throws {
    try place.addPhotos(Self.names)
    try place.manifest(manifest)
    let run = try place.runJob()
    #expect(run.status == .exit(0), "\(run.finished.text)")
    #expect(try Tree(place.out).names == Set(Self.names))
    #expect(run.items.count == Self.names.count)
    // Names that are not UTF-8 have their bytes beside them.
    for item in run.items {
      let isText = item["asset"]?.text.map { Self.names.contains(BytePath($0)) } ?? false
      #expect((item["path_base64"] == nil) == isText)
      #expect((item["outputs"]?.list.first?["path_base64"] == nil) == isText)
    }
    let again = try place.runJob()
    #expect(again.count("skipped") == Self.names.count)
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `control characters are shown escaped`() throws {
    try place.addPhotos(Self.names, bytes: [0])
    try place.manifest(manifest, as: "evil\u{1b}[31m.yaml")
    let file: BytePath = "evil\u{1b}[31m.yaml"
    var told = try place.minilab("run", "--yes", file)
    #expect(told.end == .exit(1))
    #expect(told.text.contains("new\\x0aline.jpg"))
    var said = told.output + told.errors
    for arguments: [BytePath] in [
      ["status"], ["status", "1"], ["status", "--failed"], ["validate", file],
      ["run", "--dry-run", file], ["submit", file], ["cancel", "2"], ["verify"],
    ] {
      told = try place.start(arguments).wait()
      said += told.output + told.errors
    }
    #expect(!said.contains { $0 < 0x20 && $0 != 0x0a || $0 == 0x7f })
  }

  @Test func `a name that starts with a dash is an operand after two dashes`() throws {
    try place.addPhotos(["-rf.jpg"])
    let applied = try place.minilab(
      "apply", "--yes", "--output", "{path: \"small-{name}.jpg\", box: 40}", "--", "-rf.jpg",
      in: "photos")
    #expect(applied.end == .exit(0), "\(applied.errorText)")
    #expect(place.isThere("photos/small--rf.jpg"))
    #expect(try place.minilab("apply", "--output", "path: a.jpg", "-rf.jpg").end == .exit(64))
  }

  @Test func `paths that end in NUL may hold line breaks`() throws {
    try place.addPhotos(Self.names)
    try place.manifest(manifest)
    let list = Self.names.reduce(into: [UInt8]()) { list, name in list += name.bytes + [0] }
    let told = try place.minilab(
      "run", "--yes", "--files-from", "-", "-0", "job.yaml", input: list)
    #expect(told.end == .exit(0), "\(told.errorText)")
    #expect(try Tree(place.out).names == Set(Self.names))
  }

  @Test func `a file is applied to whatever bytes its name has`() throws {
    try place.addPhotos(Self.names)
    let told = try place.start(
      ["apply", "--yes", "--output", "{path: \"out/{name}.{format}\", box: 30, format: png}", "--"]
        + Self.names, in: "photos"
    ).wait()
    #expect(told.end == .exit(0), "\(told.errorText)")
    #expect(try Tree(place.photos.appending("out")).files.count == Self.names.count)
  }

  @Test(.enabled(if: (try? FileStatus.of(Workplace.samples)) ?? nil != nil))
  func `the sample names come out as they are`() throws {
    let folder = Workplace.samples.appending("names")
    let names = try Tree(folder).names.filter { $0.fileExtension == "jpg" }
    try place.manifest(
      manifest.replacing("root: photos", with: "root: \"\(folder.displayed)\"")
        .replacing("**/*", with: "*.jpg"))
    let run = try place.runJob()
    #expect(run.status == .exit(0), "\(run.finished.text)")
    #expect(try Tree(place.out).names == names)
    let wide = Photo.size(try place.read("out/Café.jpg"))
    let tall = Photo.size(try place.read("out/Cafe\u{301}.jpg"))
    #expect(wide.map { $0.width > $0.height } == true)
    #expect(tall.map { $0.width < $0.height } == true)
  }
}
