import Files
import Manifest
import Testing

@testable import minilab

@Suite struct CommandLineParserTests {
  private func parse(_ line: String) throws(Failure) -> Invocation {
    try CommandLineParser.parse(line.split(separator: " ").map { BytePath(String($0)) })
  }

  private func failure(_ line: String) -> Failure? {
    do {
      _ = try parse(line)
      return nil
    } catch { return error }
  }

  @Test func `options stand before, between and behind operands`() throws {
    let read = try parse("--json run --lanes 3 a.yaml --set q=70 b.yaml --set=name=x=y --again")
    #expect(read.command.name == "run")
    #expect(read.operands == ["a.yaml", "b.yaml"])
    #expect(read.json && read.isGiven("again") && !read.yes)
    #expect(read.integer("lanes") == 3)
    #expect(read.assignments("set") == ["q": "70", "name": "x=y"])
    #expect(read.path("root") == nil)
  }

  @Test func `names that are not UTF-8 survive`() throws {
    let name = BytePath(bytes: [0x61, 0xff, 0x2e, 0x6a, 0x70, 0x67])
    let library = BytePath(bytes: [0xfe])
    let read = try CommandLineParser.parse([
      "apply", "--print", "--edit", "sepia: 1", "--library", library, name,
    ])
    #expect(read.operands == [name])
    #expect(read.library == library)
    #expect(read.texts("edit") == ["sepia: 1"])
  }

  @Test func `two dashes end the options`() throws {
    let read = try parse("run -- --json -rf.yaml -")
    #expect(read.operands == ["--json", "-rf.yaml", "-"])
    #expect(!read.json)
  }

  @Test func `one dash is standard input`() throws {
    let read = try parse("run -0 --files-from - -")
    #expect(read.operands == ["-"])
    #expect(read.path("files-from") == "-")
    #expect(read.isGiven("null"))
  }

  @Test func `a value may begin with a dash`() throws {
    #expect(try parse("submit --priority -5 a.yaml").integer("priority") == -5)
    #expect(try parse("run --root=--json a.yaml").path("root") == "--json")
  }

  @Test func `forms are told apart by word and by option`() throws {
    let add = try parse("roots add photos ro")
    #expect(add.word == "add")
    #expect(add.words == ["photos", "ro"])
    #expect(try parse("roots").word == nil)
    #expect(try parse("cancel 7").words == ["7"])
    #expect(try parse("cancel --asset a.jpg --asset b.jpg c.jpg").operands.count == 3)
  }

  @Test(arguments: [
    ("--help", "help", []), ("run --help", "help", ["run"]), ("-h run", "help", ["run"]),
    ("undo -h", "help", ["undo"]), ("--version", "version", []), ("help run", "help", ["run"]),
  ])
  func `help and version are options too`(
    line: String, command: String, operands: [String]
  ) throws {
    let read = try parse(line)
    #expect(read.command.name == command)
    #expect(read.words == operands)
  }

  @Test(arguments: [
    ("rnu a", "there is no command rnu", "did you mean run? · see: minilab help"),
    ("xyzzy", "there is no command xyzzy", "see: minilab help"),
    (
      "run --lans 2 a", "run has no option --lans",
      "did you mean --lanes? · see: minilab help run"
    ),
    ("--jsno", "there is no option --jsno", "did you mean --json? · see: minilab help"),
    (
      "--lanes 2 run a", "--lanes belongs behind the command",
      "for example: minilab run --lanes · see: minilab help"
    ),
    ("run", "run needs MANIFEST…", "see: minilab help run"),
    ("cancel", "cancel needs JOB", "see: minilab help cancel"),
    ("cancel --asset", "cancel needs PATH…", "see: minilab help cancel"),
    ("cancel 1 2", "2 is one operand too many for cancel", "see: minilab help cancel"),
    ("init x", "init takes no operand, and x is one", "see: minilab help init"),
    (
      "run --lanes 0 a", "--lanes needs a whole number from 1 to 256, not \"0\"",
      "see: minilab help run"
    ),
    (
      "run --lanes two a", "--lanes needs a whole number from 1 to 256, not \"two\"",
      "see: minilab help run"
    ),
    ("run --root", "--root needs a value: --root DIR", "see: minilab help run"),
    (
      "run --root --again a", "--root needs a value, and --again is an option",
      "write --root=--again if it is meant as the value · see: minilab help run"
    ),
    ("run --root= a", "--root needs a path and got nothing", "see: minilab help run"),
    ("run --set q a", "--set needs NAME=VALUE, not \"q\"", "see: minilab help run"),
    ("run --set =3 a", "--set needs NAME=VALUE, not \"=3\"", "see: minilab help run"),
    ("run --lanes 1 --lanes 2 a", "--lanes is given twice", "see: minilab help run"),
    (
      "run --again=yes a", "--again takes no value, so yes cannot be given",
      "see: minilab help run"
    ),
    ("run -0 a", "--null makes sense only with --files-from", "see: minilab help run"),
    (
      "run -rf.jpg", "there is no option -r",
      "write ./-rf.jpg, or -- before it, if a file is meant · see: minilab help run"
    ),
    ("apply a.jpg", "apply needs --edit or --output or --in-place", "see: minilab help apply"),
    (
      "roots ad x", "roots has no ad, only add, remove, set, list",
      "did you mean add? · see: minilab help roots"
    ),
    ("roots set x rx", "rw|ro must be rw or ro, not \"rx\"", "see: minilab help roots"),
    ("roots set x", "roots needs rw|ro", "see: minilab help roots"),
    ("--yes", "no command is given", "see: minilab help"),
  ])
  func `a mistake is told with what to do`(line: String, message: String, hint: String) {
    #expect(failure(line) == Failure(.usage, message, hint: hint))
  }

  @Test(arguments: [
    ("sheet --job 3", "sheet"),
    ("init --database postgres://x", "--database"),
  ])
  func `what comes later is refused by name`(line: String, name: String) {
    #expect(failure(line)?.code == .notYet)
    #expect(failure(line)?.message == "\(name) is planned and not there yet")
  }

  @Test func `text that must be UTF-8 is checked`() {
    #expect(throws: Failure.self) {
      try CommandLineParser.parse(["status", BytePath(bytes: [0xff])])
    }
    #expect(throws: Failure.self) {
      try CommandLineParser.parse(["run", "--set", BytePath(bytes: [0x61, 0x3d, 0xff]), "a"])
    }
  }

  @Test func `an empty operand is no path`() {
    #expect(throws: Failure.self) { try CommandLineParser.parse(["run", ""]) }
  }

  @Test func `control characters of a mistake are shown escaped`() {
    #expect(failure("\u{1b}[2J")?.message == "there is no command \\x1b[2J")
  }

  @Test(arguments: [
    (["run", "--json"], true), (["run", "--", "--json"], false), (["run"], false),
  ])
  func `JSON is found on any command line`(arguments: [String], wanted: Bool) {
    #expect(CommandLineParser.wantsJSON(arguments.map { BytePath($0) }) == wanted)
  }
}
