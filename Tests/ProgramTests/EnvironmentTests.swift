import Files
import Glibc
import Storage
import Testing

/// Disks that are full, read-only or broken: nothing is lost, nobody's item is to blame, and work goes
/// on by itself when they are well again.
@Suite(.enabled(if: Mount.isPossible)) struct EnvironmentTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func manifest(_ output: String) throws {
    try place.manifest("root: photos\nto: out\noutputs: [\(output)]")
  }

  private let big = "{path: \"{name}.png\", width: 800, enlarge: true, effort: 1}"

  private func submit(library: BytePath = "library") throws {
    #expect(try place.minilab("submit", "--yes", "job.yaml", library: library).end == .exit(0))
  }

  private func job(_ library: BytePath? = nil) throws -> Job {
    try Jobs(Library(opening: library ?? place.libraryFolder)).job(1)
  }

  /// Errors and crashes that items were charged with.
  private func charges(_ library: BytePath? = nil) throws -> Int64 {
    try Library(opening: library ?? place.libraryFolder).database.read {
      try $0.integer("SELECT sum(errors + crashes) FROM items")
    }
  }

  private func stop(_ worker: RunningProgram) throws {
    worker.send(SIGTERM)
    #expect(try worker.wait().end == .exit(0))
  }

  // MARK: Full

  @Test func `a worker waits for room on the outputs' disk and charges nobody`() throws {
    try place.addPhotos(["a.jpg", "b.jpg"], bytes: Photo.sample("aurora.jpg"))
    try manifest(big)
    try Mount.whileInMemory(at: place.out, size: "128k") {
      try submit()
      let worker = try place.start(["worker", "--lanes", "2"])
      #expect(try eventually { try worker.errorsSoFar().contains("NO_SPACE") })
      #expect(try job().counts[.failed] == 0)
      #expect(try Tree(place.out).files.count { !$0.key.displayed.hasPrefix(".") } == 0)
      try Mount.change(place.out, "remount,size=64m")
      #expect(try eventually { try job().state == .succeeded })
      #expect(try charges() == 0)
      try stop(worker)
      #expect(try Tree(place.out).names == ["a.png", "b.png"])
      #expect(try place.minilab("verify").end == .exit(0))
    }
  }

  @Test func `a run gives up on a full disk after a while, and goes on when there is room`() throws
  {
    try place.addPhotos(["a.jpg"], bytes: Photo.sample("aurora.jpg"))
    try manifest(big)
    try Mount.whileInMemory(at: place.out, size: "128k") {
      let run = try place.runJob()
      #expect(run.status == .exit(75))
      #expect(run.errors.last?["code"]?.text == "NO_SPACE")
      #expect(try Tree(place.out).files.isEmpty)
      try Mount.change(place.out, "remount,size=64m")
      let again = try place.runJob()
      #expect(again.status == .exit(0), "\(again.finished.text)")
      #expect(again.state("a.jpg") == "succeeded")
      #expect(try Tree(place.out).names == ["a.png"])
    }
  }

  @Test(arguments: ["rendered", "begun", "allOut", "recorded"])
  func `a worker waits for room on the library's disk`(point: String) throws {
    try place.addPhotos(count: 12)
    try manifest("{path: \"{name}.jpg\", box: 40}")
    let small = place.folder.appending("small")
    try Mount.whileInMemory(at: small, size: "8m") {
      let library = small.appending("library")
      _ = try Library.make(library)
      try submit(library: library)
      let fill = "dd if=/dev/zero of=\(small)/fill bs=4k 2>/dev/null"
      let worker = try place.start(
        ["worker", "--lanes", "1"], library: library,
        environment: ["MINILAB_FAULT": BytePath("\(point)=run \(fill)")])
      #expect(try eventually { try worker.errorsSoFar().contains("NO_SPACE") })
      try Folder(small).unlink("fill")
      #expect(try eventually { try job(library).state == .succeeded })
      #expect(try charges(library) == 0)
      try stop(worker)
      #expect(try Tree(place.out).files.count == 12)
      #expect(try Tree(place.out).temporaries.isEmpty)
      #expect(try place.minilab("verify", library: library).end == .exit(0))
    }
  }

  // MARK: Read-only

  @Test func `outputs that may not be written fail, and are made when they may`() throws {
    try place.addPhotos(["a.jpg", "b.jpg"])
    try manifest("{path: \"{name}.jpg\", box: 40}")
    try Folder.make(place.out)
    try Mount.whileBound(place.out) {
      try Mount.change(place.out, "remount,bind,ro")
      let run = try place.runJob()
      #expect(run.status == .exit(1))
      #expect(run.code("a.jpg") == "OUTPUT_DENIED")
      try Mount.change(place.out, "remount,bind,rw")
      #expect(try Tree(place.out).files.isEmpty)
      #expect(try place.minilab("retry", "1").end == .exit(0))
      #expect(try place.minilab("worker", "--drain").end == .exit(0))
      #expect(try Tree(place.out).names == ["a.jpg", "b.jpg"])
    }
  }

  @Test(arguments: ["written", "begun", "fileOut", "recorded"])
  func `files that are out of reach on their way out are tidied up once they are not`(
    point: String
  ) throws {
    try place.addPhotos(["a.jpg"])
    let outputs = "{path: \"{name}-{width}.jpg\", width: [30, 40], quality: 50}"
    try manifest(outputs)
    #expect(try place.runJob().status == .exit(0))
    let before = try Tree(place.out).marks
    try manifest(outputs.replacing("50", with: "80"))
    try submit()
    try Mount.whileBound(place.out) {
      let worker = try place.start(
        ["worker", "--lanes", "1"],
        environment: [
          "MINILAB_FAULT": BytePath("\(point)=run mount -o remount,bind,ro \(place.out)")
        ])
      #expect(try eventually { try worker.errorsSoFar().contains("Read-only") })
      try Mount.change(place.out, "remount,bind,rw")
      let library = try place.library()
      #expect(
        try eventually {
          try Jobs(library).job(2).state.isEnded && Tree(place.out).temporaries.isEmpty
        })
      try stop(worker)
      let after = try Tree(place.out).marks
      let isDone = try Jobs(library).job(2).state == .succeeded
      #expect(after.keys == before.keys)
      for name in before.keys { #expect((after[name] != before[name]) == isDone) }
      #expect(try place.minilab("verify").end == .exit(0))
    }
  }

  // MARK: Broken

  /// One system call that fails once.
  struct Fault: Sendable, CustomTestStringConvertible {
    let call: String
    let number: Int
    /// Relative to the test's folder; nil: wherever.
    var path: String?
    let expected: String

    var testDescription: String { "\(call) \(number) of \(path ?? "all")" }
  }

  static let faults = [
    Fault(call: "sendfile", number: 1, expected: "succeeded"),
    Fault(call: "sendfile", number: 2, expected: "succeeded"),
    Fault(call: "fsync", number: 1, path: "out", expected: "succeeded"),
    Fault(call: "fsync", number: 2, path: "out", expected: "succeeded"),
    Fault(call: "fsync", number: 3, path: "out", expected: "succeeded"),
    Fault(call: "renameat2", number: 1, expected: "failed"),
    Fault(call: "renameat2", number: 2, expected: "failed"),
    Fault(call: "unlinkat", number: 1, expected: "succeeded"),
    Fault(call: "unlinkat", number: 2, expected: "succeeded"),
    Fault(call: "fdatasync", number: 3, path: "library/catalog.sqlite-wal", expected: "succeeded"),
    // Counted per thread: the first nine are the worker's registration. Without its database a worker
    // may also end and say so: the next one goes on.
    Fault(call: "pwrite64", number: 12, path: "library/catalog.sqlite-wal", expected: "succeeded"),
    Fault(call: "pwrite64", number: 16, path: "library/catalog.sqlite-wal", expected: "succeeded"),
    Fault(call: "pwrite64", number: 22, path: "library/catalog.sqlite-wal", expected: "succeeded"),
    Fault(call: "pwrite64", number: 30, path: "library/catalog.sqlite-wal", expected: "succeeded"),
  ]

  @Test(.enabled(if: SystemCallTrace.isPossible), arguments: faults)
  func `a fault of a disk is got over, or leaves everything as it was`(fault: Fault) throws {
    try place.addPhotos(["a.jpg"])
    let outputs = "{path: \"{name}-{width}.jpg\", width: [30, 40], quality: 50}"
    try manifest(outputs)
    #expect(try place.runJob().status == .exit(0))
    let before = try Tree(place.out).marks
    try manifest(outputs.replacing("50", with: "80"))
    try submit()
    var strace: [BytePath] = [
      SystemCallTrace.strace, "-f", "-o", place.folder.appending("trace"),
      "-e", BytePath("trace=\(fault.call)"),
      "-e", BytePath("inject=\(fault.call):error=EIO:when=\(fault.number)"),
    ]
    if let path = fault.path { strace += ["-P", place.folder.appending(BytePath(path))] }
    let worker = try place.start(["worker", "--drain", "--lanes", "1"], under: strace)
    let end = try worker.wait()
    let isOfDatabase = fault.path?.contains("catalog") ?? false
    #expect(
      end.end == .exit(0) || isOfDatabase && end.errorText.contains("DATABASE_UNAVAILABLE"),
      "\(end.errorText)")
    let trace = try String(decoding: place.read("trace"), as: UTF8.self)
    #expect(trace.contains("(INJECTED)"))
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    let job = try Jobs(place.library()).job(2)
    #expect(job.state.rawValue == fault.expected)
    let after = try Tree(place.out).marks
    #expect(after.keys == before.keys)
    for name in before.keys {
      #expect((after[name] != before[name]) == (fault.expected == "succeeded"))
    }
    #expect(try place.minilab("verify").end == .exit(0))
  }
}
