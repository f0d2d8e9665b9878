import Files
import Glibc
import Manifest
import Storage
import Testing

/// The faults of publishing, for photos that are edited in place, undone and reverted: afterwards
/// everything is either done or as it was, and another program's bytes are kept.
@Suite struct HistoryFaultTests {
  enum Act: String, CaseIterable, Sendable {
    case edit, reedit, undo, redo, revert
  }

  /// The steps that an item passes that is not refused.
  static let points = [
    "written", "synced", "begun", "fileOut", "allOut", "foldersSynced", "recorded", "cleaned",
  ]

  private let place: Workplace
  private let photo: BytePath = "photos/a.jpg"
  private let output: BytePath = "out/a.png"

  init() throws { place = try Workplace() }

  private func manifest(_ value: Int) throws {
    try place.manifest(
      """
      root: photos
      to: out
      edit: [brightness: 0.\(value)]
      outputs:
        - {path: "{name}.png", box: 20}
        - {in-place: true}
      """)
  }

  private func state() -> [BytePath: [UInt8]] {
    var state: [BytePath: [UInt8]] = [:]
    for path in [photo, output] { state[path] = try? place.read(path) }
    return state
  }

  private func run(_ command: BytePath...) throws {
    #expect(try place.start(command + ["--yes"]).wait().end == .exit(0))
  }

  /// Brings the photo to where an act begins.
  /// - Returns: the command that carries the act out.
  private func prepare(_ act: Act) throws -> [BytePath] {
    try place.addPhotos(["a.jpg"])
    try manifest(1)
    if act != .edit { try run("run", "job.yaml") }
    switch act {
    case .edit: return ["run", "--yes", "job.yaml"]
    case .reedit:
      try manifest(2)
      return ["run", "--yes", "job.yaml"]
    case .undo, .revert: return [BytePath(act.rawValue), "--yes", photo]
    case .redo:
      try run("undo", photo)
      return ["redo", "--yes", photo]
    }
  }

  private func act(_ command: [BytePath], faults: String = "") throws -> ChildProcess.End {
    try place.start(
      command, environment: faults.isEmpty ? [:] : ["MINILAB_FAULT": BytePath(faults)]
    ).wait().end
  }

  private func expectQuiet() throws {
    let library = try place.library()
    #expect(try Verification(library, deep: true).findings(checked: { _ in }).isEmpty)
    #expect(try Tree(place.photos).names == ["a.jpg"])
    #expect(try Tree(place.out).temporaries.isEmpty)
    let open = try library.database.read {
      try $0.integer(
        """
        SELECT (SELECT count(*) FROM items WHERE intents IS NOT NULL)
          + (SELECT count(*) FROM head_moves WHERE state = 'staged')
          + (SELECT count(*) FROM adjustments WHERE state = 'staged')
        """)
    }
    #expect(open == 0)
  }

  @Test(arguments: HistoryFaultTests.points, Act.allCases)
  func `an act that was killed at any step is finished by the next worker`(
    point: String, act: Act
  ) throws {
    let command = try prepare(act)
    let original = try Photo.small()
    let dead = try self.act(command, faults: point + "=kill")
    #expect(dead == .signal(SIGKILL))
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    try expectQuiet()
    let now = state()
    switch act {
    case .undo, .revert:
      #expect(now[photo] == original)
      #expect(now[output] == nil)
    case .edit, .reedit, .redo:
      #expect(now[photo] != original)
      #expect(now[output] != nil)
    }
    // Whatever it was, the original is still to be had.
    try run("revert", photo)
    #expect(try place.read(photo) == original)
    try expectQuiet()
  }

  @Test(arguments: ["written", "synced", "begun"], Act.allCases)
  func `another program's write to the photo between look and publish is found and kept`(
    point: String, act: Act
  ) throws {
    let command = try prepare(act)
    let before = state()
    try place.write("foreign", "foreign".utf8)
    let target = "\(place.folder)/\(photo)"
    let copy = "cp \(place.folder)/foreign \(target).new && mv \(target).new \(target)"
    #expect(try self.act(command, faults: "\(point)=run \(copy)") != .exit(0))
    #expect(try place.read(photo) == Array("foreign".utf8))
    #expect((try? place.read(output)) == before[output])
    #expect(try Tree(place.photos).names == ["a.jpg"])
    let failure = try Items(place.library()).items(
      of: #require(Jobs(place.library()).recent().first).id
    ).first?.item.failure
    #expect(failure?.code == .diverged || failure?.code == .sourceChanged)
  }

  @Test(arguments: ["refused", "takenBack"], Act.allCases)
  func `an act that is killed while it takes its files back leaves that to the next worker`(
    point: String, act: Act
  ) throws {
    let command = try prepare(act)
    let before = state()
    let target = "\(place.folder)/\(photo)"
    let copy = "printf foreign > \(target).new && mv \(target).new \(target)"
    #expect(
      try self.act(command, faults: "begun=run \(copy)\n\(point)=kill") == .signal(SIGKILL))
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    #expect(try place.read(photo) == Array("foreign".utf8))
    #expect((try? place.read(output)) == before[output])
    #expect(try Tree(place.photos).names == ["a.jpg"])
    #expect(try Tree(place.out).temporaries.isEmpty)
  }

  @Test(arguments: HistoryFaultTests.points, [Act.edit, .reedit])
  func `an edit in place that was stopped and overtaken changes nothing when it goes on`(
    point: String, act: Act
  ) throws {
    let command = try prepare(act)
    let late = try place.start(command, environment: ["MINILAB_FAULT": BytePath(point + "=stop")])
    let stopped = eventually { late.hasEnded || late.isStopped }
    #expect(stopped)
    let other = try place.minilab("worker", "--drain", environment: ["MINILAB_TAKE_OVER": "1"])
    #expect(other.end == .exit(0))
    let marks = try Tree(place.photos).marks
    late.send(SIGCONT)
    #expect(try late.wait().end == .exit(0))
    #expect(try Tree(place.photos).marks["a.jpg"] == marks["a.jpg"])
    #expect(try place.read(photo) != Photo.small())
    try expectQuiet()
  }
}
