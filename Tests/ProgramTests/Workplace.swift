import Files
import Glibc
import Storage
import Synchronization
import Testing

/// A folder of its own for one test, with a library, that goes when the test ends.
final class Workplace: Sendable {
  let folder: BytePath
  private let count = Mutex(0)
  private let programs = Mutex<[RunningProgram]>([])

  /// The built programs lie beside the test program.
  static let programs = Folder.real("/proc/self/exe").parent
  static let minilab = programs.appending("minilab")
  static let package = BytePath(#filePath).parent.parent.parent
  /// The public sample set, where it is there.
  static let samples = package.parent.appending("shared/images")
  /// The long forms of tests that have a short one.
  static let isSoak = getenv("MINILAB_SOAK").map { String(cString: $0) } == "1"

  init() throws {
    var template = Array("/tmp/minilab-program-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
    folder = BytePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    for name in ["said", "photos"] { try Folder.make(folder.appending(BytePath(name))) }
    _ = try Library.make(libraryFolder)
  }

  deinit {
    for program in programs.withLock({ $0 }) where !program.hasEnded { program.killAll() }
    try? Tree.remove(folder)
  }

  var libraryFolder: BytePath { folder.appending("library") }
  /// Where most tests keep their photos, and where outputs go.
  var photos: BytePath { folder.appending("photos") }
  var out: BytePath { folder.appending("out") }

  func library() throws -> Library { try Library(opening: libraryFolder) }

  // MARK: Files

  func write(_ path: BytePath, _ bytes: some Sequence<UInt8>) throws {
    let path = path.resolved(from: folder)
    try Folder.make(path.parent)
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    try Array(bytes).withUnsafeBytes { try file.writeAll($0) }
  }

  /// A manifest; without its first line, which is always the same.
  func manifest(_ text: String, as path: BytePath = "job.yaml") throws {
    try write(path, "minilab: 1\n\(text)\n".utf8)
  }

  func read(_ path: BytePath) throws -> [UInt8] {
    try Descriptor.open(path.resolved(from: folder), O_RDONLY).readAll()
  }

  func isThere(_ path: BytePath) -> Bool {
    (try? FileStatus.of(path.resolved(from: folder))) ?? nil != nil
  }

  /// Copies of the small sample photo under these names below `photos`.
  func addPhotos(_ names: [BytePath], bytes: [UInt8]? = nil) throws {
    let bytes = try bytes ?? Photo.small()
    for name in names { try write(photos.appending(name), bytes) }
  }

  /// `001.jpg` and so on.
  func addPhotos(count: Int) throws {
    try addPhotos((1...count).map { BytePath(Workplace.name($0)) })
  }

  static func name(_ number: Int) -> String {
    String(repeating: "0", count: 3 - String(number).count) + "\(number).jpg"
  }

  // MARK: Programs

  /// Starts minilab, or another program.
  /// - Parameters:
  ///   - library: as $MINILAB_LIBRARY; nil leaves the choice to the program.
  ///   - input: what it reads from standard input.
  ///   - wrapper: a program that starts it, with its arguments.
  func start(
    program: BytePath = minilab, _ arguments: [BytePath], library: BytePath? = "library",
    in start: BytePath = "", input: [UInt8] = [], environment: [String: BytePath] = [:],
    under wrapper: [BytePath] = []
  ) throws -> RunningProgram {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let said = folder.appending("said").appending(BytePath("\(number)"))
    func file(_ kind: String) -> BytePath { BytePath(bytes: said.bytes + Array(kind.utf8)) }
    try write(file(".in"), input)
    var variables: [String: BytePath] = [
      "PATH": "/usr/bin:/bin", "HOME": folder.appending("home"),
      "XDG_DATA_HOME": folder.appending("data"),
    ]
    if let library { variables["MINILAB_LIBRARY"] = library.resolved(from: folder) }
    variables.merge(environment) { _, given in given }
    let command = wrapper + [program] + arguments
    let program = try RunningProgram(
      command[0], Array(command[1...]), environment: variables, in: start.resolved(from: folder),
      input: file(".in"), output: file(".out"), errors: file(".err"))
    programs.withLock { $0.append(program) }
    return program
  }

  /// Runs minilab to its end.
  func minilab(
    _ arguments: BytePath..., library: BytePath? = "library", in start: BytePath = "",
    input: [UInt8] = [], environment: [String: BytePath] = [:]
  ) throws -> RunningProgram.Finished {
    try self.start(
      arguments, library: library, in: start, input: input, environment: environment
    ).wait()
  }

  /// Runs a manifest with `--json --yes`; its lines and exit status.
  func runJob(_ manifest: BytePath = "job.yaml", _ more: BytePath...) throws -> JobRun {
    try JobRun(start(["run", "--json", "--yes"] + more + ["--", manifest]).wait())
  }
}

/// What `run --json` printed.
struct JobRun {
  let finished: RunningProgram.Finished
  let lines: [JSONValue]

  init(_ finished: RunningProgram.Finished) throws {
    self.finished = finished
    lines = try JSONValue.lines(finished.output)
  }

  var status: ChildProcess.End { finished.end }
  var items: [JSONValue] { lines.filter { $0["type"]?.text == "item" } }
  var jobs: [JSONValue] { lines.filter { $0["type"]?.text == "job" } }
  var job: JSONValue? { jobs.last }
  var state: String? { job?["state"]?.text }
  func count(_ state: String) -> Int? { job?["items"]?[state]?.integer }

  func item(_ asset: String) -> JSONValue? { items.first { $0["asset"]?.text == asset } }
  func code(_ asset: String) -> String? { item(asset)?["error"]?["code"]?.text }
  func state(_ asset: String) -> String? { item(asset)?["state"]?.text }

  /// The error lines on standard error.
  var errors: [JSONValue] { (try? JSONValue.lines(finished.errors)) ?? [] }
}
