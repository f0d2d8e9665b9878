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

  /// The steps that an item passes that is not refused.
  static let points = [
    "written", "synced", "begun", "fileOut", "allOut", "foldersSynced", "recorded", "cleaned",
  ]

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

  private func drain(_ environment: [String: BytePath] = [:]) throws -> RunningProgram {
    try place.start(["worker", "--drain", "--lanes", "1"], environment: environment)
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

  @Test(arguments: points, Kind.allCases)
  func `a worker killed at any step leaves an item that the next one finishes`(
    point: String, kind: Kind
  ) throws {
    try prepare(kind)
    let dead = try drain(["MINILAB_FAULT": BytePath(point + "=kill")]).wait()
    // Without anything to clean up, that step is not passed.
    if !(point == "cleaned" && kind == .new) { #expect(dead.end == .signal(SIGKILL)) }
    #expect(try drain().wait().end == .exit(0))
    try expectDone(kind)
  }

  @Test(arguments: points, Kind.allCases)
  func `a worker stopped at any step and overtaken changes nothing when it goes on`(
    point: String, kind: Kind
  ) throws {
    try prepare(kind)
    let late = try drain(["MINILAB_FAULT": BytePath(point + "=stop")])
    let stopped = eventually { late.hasEnded || FaultTests.isStopped(late.id) }
    #expect(stopped)
    #expect(try drain(["MINILAB_TAKE_OVER": "1"]).wait().end == .exit(0))
    let marks = try Tree(place.out).marks
    late.send(SIGCONT)
    #expect(try late.wait().end == .exit(0))
    // What it had ready is gone, and nothing that the other did has changed.
    let mine = try Tree(place.out).marks
    for name in names { #expect(mine[name] == marks[name]) }
    try expectDone(kind)
  }

  static func isStopped(_ id: pid_t) -> Bool {
    guard let file = try? Descriptor.open(BytePath("/proc/\(id)/stat"), O_RDONLY),
      let bytes = try? file.readAll()
    else { return false }
    return String(decoding: bytes, as: UTF8.self).contains(") T ")
  }

  @Test(arguments: points, Kind.allCases)
  func `another program's write at any step is kept, and the outputs come all or none`(
    point: String, kind: Kind
  ) throws {
    try prepare(kind)
    let before = names.map { try? place.read(place.out.appending($0)) }
    // The last of the outputs: the first is out by then and must come back.
    let target = "\(place.out)/\(names[1])"
    try place.write("foreign", "foreign".utf8)
    let command =
      "mkdir -p \(place.out) && cp \(place.folder)/foreign \(target).new"
      + " && mv \(target).new \(target)"
    let worker = try drain(["MINILAB_FAULT": BytePath("\(point)=run \(command)")])
    #expect(try worker.wait().end == .exit(0))
    let isOut = try newestJob().counts[.succeeded] == 1
    let now = names.map { try? place.read(place.out.appending($0)) }
    if point == "cleaned" && kind == .new {
      try expectDone(kind)
      return
    }
    #expect(now[1] == Array("foreign".utf8))
    if isOut {
      #expect(now[0] != before[0])
    } else {
      #expect(now[0] == before[0])
      #expect(try Items(place.library()).items(of: newestJob().id).first?.item.failure != nil)
    }
    #expect(try Tree(place.out).names.allSatisfy { names.contains($0) })
  }

  @Test(arguments: ["refused", "takenBack"], Kind.allCases)
  func `a worker killed while it takes files back leaves that to the next one`(
    point: String, kind: Kind
  ) throws {
    try prepare(kind)
    let before = try? place.read(place.out.appending(names[0]))
    let target = "\(place.out)/\(names[1])"
    let faults =
      "begun=run printf foreign > \(target).new && mv \(target).new \(target)\n"
      + "\(point)=kill"
    #expect(try drain(["MINILAB_FAULT": BytePath(faults)]).wait().end == .signal(SIGKILL))
    #expect(try drain().wait().end == .exit(0))
    #expect(try newestJob().counts[.failed] == 1)
    #expect(try place.read(place.out.appending(names[1])) == Array("foreign".utf8))
    #expect((try? place.read(place.out.appending(names[0]))) == before)
    #expect(try Tree(place.out).names.allSatisfy { names.contains($0) })
  }
}
