import Files
import Glibc
import Manifest
import Storage
import Testing

/// A fault at every step of publishing: afterwards everything is either done or undone, nothing of
/// another program's is lost, and no temporary is left.
@Suite struct FaultTests {
  /// What the outputs' places hold before.
  enum Kind: String, CaseIterable, Sendable {
    case new, replaced, overwritten
  }

  /// What the outputs' file system can do: all, or no atomic moves, or no hard links either; or a real
  /// one that has only links.
  enum Files: String, Sendable {
    case all, links, plain, mounted
  }

  /// A step that an item passes that is not refused.
  struct Step: Sendable, CustomTestStringConvertible {
    let point: String
    let kind: Kind
    let files: Files

    var testDescription: String { "\(point), \(kind), \(files)" }

    static let all = ([.all, .links, .plain] as [Files]).flatMap { files in
      Kind.allCases.flatMap { kind in
        points(kind, files).map { Step(point: $0, kind: kind, files: files) }
      }
    }

    /// Those that differ on a real file system.
    static let mounted =
      Mount.isPlainPossible
      ? Kind.allCases.flatMap { kind in
        (points(kind, .links).filter { ["linked", "kept", "replaced", "fileOut"].contains($0) })
          .map { Step(point: $0, kind: kind, files: .mounted) }
      } : []

    private static func points(_ kind: Kind, _ files: Files) -> [String] {
      let common = ["written", "synced", "begun", "fileOut", "allOut", "foldersSynced", "recorded"]
      switch (kind, files) {
      case (.new, .links): return common + ["linked"]
      case (.new, _): return common
      case (_, .all): return common + ["cleaned"]
      default: return common + ["kept", "replaced", "cleaned"]
      }
    }
  }

  private let place: Workplace

  init() throws { place = try Workplace() }

  private let names: [BytePath] = ["a-20.png", "a-40.png"]

  /// Leaves a job queued whose one item meets the places as `kind` says.
  private func prepare(_ kind: Kind) throws {
    try place.addPhotos(["a.jpg"])
    switch kind {
    case .new: break
    case .replaced:
      try manifest(kind, effort: 1)
      #expect(try place.runJob().status == .exit(0))
    case .overwritten:
      for name in names { try place.write(place.out.appending(name), "mine \(name)".utf8) }
    }
    try manifest(kind, effort: 9)
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
  }

  private func manifest(_ kind: Kind, effort: Int) throws {
    // Pixels differ too, so that no two results are the same bytes.
    try place.manifest(
      """
      root: photos
      to: out
      edit: [brightness: 0.\(effort)]
      on-conflict: \(kind == .overwritten ? "overwrite" : "fail")
      outputs: [{path: "{name}-{width}.png", width: [20, 40], effort: \(effort)}]
      """)
  }

  private func drain(
    on files: Files = .all, _ environment: [String: BytePath] = [:]
  ) throws -> RunningProgram {
    var environment = environment
    if [.links, .plain].contains(files) {
      environment["MINILAB_POOR_FILES"] = BytePath(files.rawValue)
    }
    return try place.start(["worker", "--drain", "--lanes", "1"], environment: environment)
  }

  private func onFileSystem(_ files: Files, _ body: () throws -> Void) throws {
    guard files == .mounted else { return try body() }
    try Mount.whilePlain(place.folder.appending("behind"), at: place.out, body)
  }

  private func newestJob() throws -> Job { try #require(try Jobs(place.library()).recent().first) }

  /// What must hold whatever happened, once all is quiet.
  private func expectQuiet() throws {
    let library = try place.library()
    #expect(try Tree(place.out).names.allSatisfy { names.contains($0) })
    #expect(try Verification(library, deep: true).findings(checked: { _ in }).isEmpty)
    let job = try newestJob()
    #expect(job.state.isEnded)
    let changes = try library.database.read { connection in
      try connection.integer(
        "SELECT count(*) FROM changes c JOIN items i ON i.id = c.item_id WHERE i.job_id = :job",
        ["job": .integer(job.id)])
    }
    #expect(changes == Int64(job.counts[.succeeded]))
    let intents = try library.database.read {
      try $0.integer("SELECT count(*) FROM items WHERE intents IS NOT NULL")
    }
    #expect(intents == 0)
  }

  private func expectDone(_ kind: Kind) throws {
    try expectQuiet()
    #expect(try newestJob().counts[.succeeded] == 1)
    for name in names {
      #expect(Photo.size(try place.read(place.out.appending(name))) != nil)
      if kind == .overwritten { try expectStored("mine \(name)") }
    }
  }

  private func expectStored(_ text: String) throws {
    let object = try place.library().objects.open(Digest.of(text))
    #expect(try object.readAll() == Array(text.utf8))
  }

  @Test(arguments: Step.all + Step.mounted)
  func `a worker killed at any step leaves an item that the next one finishes`(
    step: Step
  ) throws {
    try onFileSystem(step.files) {
      try prepare(step.kind)
      let fault = BytePath(step.point + "=kill")
      #expect(
        try drain(on: step.files, ["MINILAB_FAULT": fault]).wait().end == .signal(SIGKILL))
      #expect(try drain(on: step.files).wait().end == .exit(0))
      try expectDone(step.kind)
    }
  }

  @Test(arguments: Step.all)
  func `a worker stopped at any step and overtaken changes nothing when it goes on`(
    step: Step
  ) throws {
    try prepare(step.kind)
    let late = try drain(on: step.files, ["MINILAB_FAULT": BytePath(step.point + "=stop")])
    #expect(eventually { late.hasEnded || late.isStopped })
    let other = try drain(on: step.files, ["MINILAB_TAKE_OVER": "1"])
    #expect(try other.wait().end == .exit(0))
    let marks = try Tree(place.out).marks
    late.send(SIGCONT)
    #expect(try late.wait().end == .exit(0))
    // What it had ready is gone, and nothing that the other did has changed.
    let mine = try Tree(place.out).marks
    for name in names { #expect(mine[name] == marks[name]) }
    try expectDone(step.kind)
  }

  @Test(arguments: (Step.all + Step.mounted).filter { $0.point != "kept" })
  func `another program's write at any step is kept, and the outputs come all or none`(
    step: Step
  ) throws {
    try onFileSystem(step.files) {
      try prepare(step.kind)
      let before = names.map { try? place.read(place.out.appending($0)) }
      // The last of the outputs: the first is out by then and must come back.
      let target = "\(place.out)/\(names[1])"
      try place.write("foreign", "foreign".utf8)
      let command =
        "mkdir -p \(place.out) && cp \(place.folder)/foreign \(target).new"
        + " && mv \(target).new \(target)"
      let worker = try drain(
        on: step.files, ["MINILAB_FAULT": BytePath("\(step.point)=run \(command)")])
      #expect(try worker.wait().end == .exit(0))
      let isOut = try newestJob().counts[.succeeded] == 1
      let now = names.map { try? place.read(place.out.appending($0)) }
      #expect(now[1] == Array("foreign".utf8))
      if isOut {
        #expect(now[0] != before[0])
      } else {
        #expect(now[0] == before[0])
        #expect(try Items(place.library()).items(of: newestJob().id).first?.item.failure != nil)
      }
      #expect(try Tree(place.out).names.allSatisfy { names.contains($0) })
    }
  }

  @Test func `a write in the last moment reaches a file that has a second name by then`() throws {
    try prepare(.replaced)
    let before = try place.read(place.out.appending(names[0]))
    let target = "\(place.out)/\(names[1])"
    let faults = BytePath("kept=run true\nkept=run printf foreign > \(target)")
    #expect(try drain(on: .links, ["MINILAB_FAULT": faults]).wait().end == .exit(0))
    #expect(try newestJob().counts[.failed] == 1)
    #expect(try place.read(place.out.appending(names[1])) == Array("foreign".utf8))
    #expect(try place.read(place.out.appending(names[0])) == before)
    #expect(try Tree(place.out).names.allSatisfy { names.contains($0) })
  }

  /// The steps of taking back the first output after the second was refused.
  static let backSteps = ([.all, .links, .plain] as [Files]).flatMap { files in
    Kind.allCases.flatMap { kind -> [Step] in
      let inBetween = kind == .new || files == .all ? [] : ["kept", "replaced"]
      return (["refused", "takenBack"] + inBetween).map {
        Step(point: $0, kind: kind, files: files)
      }
    }
  }

  @Test(arguments: backSteps)
  func `a worker killed while it takes files back leaves that to the next one`(
    step: Step
  ) throws {
    try prepare(step.kind)
    let before = try? place.read(place.out.appending(names[0]))
    let target = "\(place.out)/\(names[1])"
    var faults =
      ["fileOut=run printf foreign > \(target).new && mv \(target).new \(target)"]
    // Both are passed on the way out too: by the first, by the second, and by that on its way back.
    if ["kept", "replaced"].contains(step.point) {
      faults += [String](repeating: step.point + "=run true", count: 3)
    }
    faults.append("\(step.point)=kill")
    let worker = try drain(
      on: step.files, ["MINILAB_FAULT": BytePath(faults.joined(separator: "\n"))])
    #expect(try worker.wait().end == .signal(SIGKILL))
    #expect(try drain(on: step.files).wait().end == .exit(0))
    #expect(try newestJob().counts[.failed] == 1)
    #expect(try place.read(place.out.appending(names[1])) == Array("foreign".utf8))
    #expect((try? place.read(place.out.appending(names[0]))) == before)
    #expect(try Tree(place.out).names.allSatisfy { names.contains($0) })
  }

  @Test func `a file system that cannot exchange files is told of once`() throws {
    try place.addPhotos(["b.jpg", "c.jpg"])
    try prepare(.replaced)
    let said = try drain(on: .links).wait().errorText
    #expect(said.ranges(of: "cannot exchange files").count == 1, "\(said)")
    #expect(said.contains("\(place.out)"))
    try manifest(.new, effort: 5)
    #expect(try place.minilab("submit", "job.yaml").end == .exit(0))
    #expect(try !drain().wait().errorText.contains("cannot exchange files"))
  }

  @Test(arguments: Kind.allCases)
  func `what an overtaken worker writes before it dies is swept`(kind: Kind) throws {
    try prepare(kind)
    let late = try drain(["MINILAB_FAULT": "rendered=stop\nwritten=kill"])
    #expect(eventually { late.hasEnded || late.isStopped })
    #expect(try drain(["MINILAB_TAKE_OVER": "1"]).wait().end == .exit(0))
    late.send(SIGCONT)
    #expect(try late.wait().end == .signal(SIGKILL))
    #expect(try Tree(place.out).temporaries.count == names.count)
    #expect(try drain().wait().end == .exit(0))
    try expectDone(kind)
  }

  @Test func `what an overtaken worker wrote stays while its item is being published`() throws {
    try prepare(.replaced)
    let late = try drain(["MINILAB_FAULT": "rendered=stop\nwritten=kill"])
    #expect(eventually { late.hasEnded || late.isStopped })
    let second = try drain(["MINILAB_TAKE_OVER": "1", "MINILAB_FAULT": "recorded=stop"])
    #expect(eventually { second.hasEnded || second.isStopped })
    late.send(SIGCONT)
    #expect(try late.wait().end == .signal(SIGKILL))
    let left = try Tree(place.out).temporaries
    #expect(left.count == 2 * names.count)
    #expect(try drain().wait().end == .exit(0))
    #expect(try Set(Tree(place.out).temporaries) == Set(left))
    second.send(SIGCONT)
    #expect(try second.wait().end == .exit(0))
    #expect(try drain().wait().end == .exit(0))
    try expectDone(.replaced)
  }

  @Test func `temporaries that are taken away end their item, and its worker goes on`() throws {
    try place.addPhotos(["b.jpg"])
    try prepare(.replaced)
    let before = try place.read(place.out.appending(names[0]))
    let fault = BytePath("begun=run rm \(place.out)/.minilab-*-0.tmp \(place.out)/.minilab-*-1.tmp")
    #expect(try drain(["MINILAB_FAULT": fault]).wait().end == .exit(0))
    #expect(try newestJob().state.isEnded)
    #expect(try newestJob().counts[.failed] > 0)
    #expect(try place.read(place.out.appending(names[0])) == before)
    #expect(try Tree(place.out).temporaries.isEmpty)
  }
}
