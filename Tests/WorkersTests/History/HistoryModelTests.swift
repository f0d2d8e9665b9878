import Files
import Glibc
import Manifest
import Storage
import TestSupport
import Testing

@testable import Workers

/// Random histories of photos against what a person expects of them.
@Suite struct HistoryModelTests {
  /// How many histories, and from which seed on.
  private static let count = number("MINILAB_HISTORIES") ?? 60
  private static let seed = number("MINILAB_SEED") ?? 1

  private static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }

  @Test func `files, heads and changes are as expected after every step of random histories`()
    throws
  {
    let world = try HistoryWorld()
    try concurrently(4) { part in
      for number in stride(from: part, to: Self.count, by: 4) {
        var history = try RandomHistory(world, seed: UInt64(Self.seed + number))
        try history.run(steps: 12)
      }
    }
    let findings = try Verification(world.library).findings(checked: { _ in })
    let unexpected = findings.filter { !$0.message.contains("another program") }
      .filter { $0.message != "is missing" }
    #expect(unexpected.map { "\($0.subject) \($0.message)" } == [])
    try world.close()
  }
}

/// One photo and what is done to it.
private struct RandomHistory {
  private let world: HistoryWorld
  private let seed: UInt64
  private let name: BytePath
  private var numbers: SeededNumbers
  private var model: HistoryModel
  private let pictures = HistoryModel.Pictures()
  private var jobs: [(job: Int64, action: Int, succeeded: Bool)] = []
  private var log: [String] = []

  init(_ world: HistoryWorld, seed: UInt64) throws {
    self.world = world
    self.seed = seed
    name = BytePath("\(seed).png")
    numbers = SeededNumbers(seed: seed)
    let bytes = TinyPNG.bytes(seed: UInt32(truncatingIfNeeded: seed &* 1000))
    try world.write(bytes, to: world.photos.appending(name))
    model = HistoryModel(original: Digest.of(bytes), pictures)
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

  mutating func run(steps: Int) throws {
    for action in 0..<steps {
      let expected = try step(action)
      log.append("  -> \(expected)")
      guard try check() else {
        Issue.record("seed \(seed):\n\(log.joined(separator: "\n"))")
        return
      }
    }
  }

  // MARK: Steps

  private mutating func step(_ action: Int) throws -> HistoryModel.Outcome {
    let force = pick(8) == 0
    switch pick(20) {
    case 0...7: return try edit(action, force)
    case 8...10: return try back(.undo, action, force) { $0.undo(force: $1, action: $2) }
    case 11...12: return try back(.redo, action, force) { $0.redo(force: $1, action: $2) }
    case 13:
      return try back(.revert(job: nil), action, force) { $0.revert(force: $1, action: $2) }
    case 14: return try revertJob(action, force)
    case 15: return try back(.adopt, action, false) { $0.adopt(action: $2) }
    case 16: return try cancel(action)
    case 17:
      _ = try GarbageCollection(world.library).run(dryRun: false)
      log.append("gc")
      return .succeeded
    default: return try foreign(action)
    }
  }

  private mutating func manifest() -> (
    text: String, section: HistoryModel.Section, onto: HistoryModel.Onto, inPlace: Bool, path: Bool
  ) {
    let section = HistoryModel.Section(series: pick(2), value: pick(3) + 1)
    let onto = HistoryModel.Onto.allCases[[0, 0, 1, 2, 3][pick(5)]]
    let kind = pick(4)
    let (inPlace, path) = (kind >= 2, kind == 1 || kind == 3)
    var outputs: [String] = []
    if path { outputs.append("{path: \"{name}-\(section.series).png\"}") }
    if inPlace { outputs.append("{in-place: true}") }
    let text = """
      name: s\(section.series)
      onto: \(onto.rawValue)
      edit: [brightness: 0.\(section.value)]
      outputs: [\(outputs.joined(separator: ", "))]
      """
    return (text, section, onto, inPlace, path)
  }

  private mutating func edit(_ action: Int, _ force: Bool) throws -> HistoryModel.Outcome {
    let (text, section, onto, inPlace, path) = manifest()
    log.append("\(action) edit \(section) \(onto) inPlace \(inPlace) path \(path) force \(force)")
    let job = try world.submit(name, text, force: force)
    let outcome = try world.outcome(of: job)
    let expected = model.edit(
      section, onto: onto, inPlace: inPlace, path: path, force: force, action: action)
    expect(outcome, expected)
    jobs.append((job, action, outcome == .succeeded))
    return outcome
  }

  private mutating func back(
    _ kind: JobKind, _ action: Int, _ force: Bool,
    _ move: (inout HistoryModel, Bool, Int) -> HistoryModel.Outcome
  ) throws -> HistoryModel.Outcome {
    log.append("\(action) \(kind) force \(force)")
    let job = try world.submit(name, "name: \(kind.word)\nedit: []", kind, force: force)
    let outcome = try world.outcome(of: job)
    expect(outcome, move(&model, force, action))
    return outcome
  }

  private mutating func revertJob(_ action: Int, _ force: Bool) throws -> HistoryModel.Outcome {
    guard !jobs.isEmpty else { return .skipped }
    let target = jobs[pick(jobs.count)]
    return try back(.revert(job: target.job), action, force) {
      $0.revert(job: target.action, succeeded: target.succeeded, force: $1, action: $2)
    }
  }

  /// A job that is cancelled before it begins changes nothing.
  private mutating func cancel(_ action: Int) throws -> HistoryModel.Outcome {
    let (text, section, onto, inPlace, path) = manifest()
    let job = try world.submit(name, text, force: false)
    try Jobs(world.library).cancel(job)
    let outcome = try world.outcome(of: job)
    log.append("\(action) cancelled edit \(section) \(onto) \(inPlace) \(path): \(outcome)")
    // The worker may have been faster.
    if outcome != .failed("cancelled") {
      expect(
        outcome,
        model.edit(
          section, onto: onto, inPlace: inPlace, path: path, force: false, action: action))
      jobs.append((job, action, outcome == .succeeded))
    }
    return outcome
  }

  private mutating func foreign(_ action: Int) throws -> HistoryModel.Outcome {
    let series = pick(3)
    let place: HistoryModel.Place = series == 2 ? .own : .output(series)
    if case .output(let series) = place, pick(3) == 0 {
      log.append("\(action) foreign delete \(place)")
      _ = path(place).withCString { unlink($0) }
      model.foreignDelete(series)
      return .succeeded
    }
    let bytes = TinyPNG.bytes(seed: UInt32(truncatingIfNeeded: seed &* 1000) + 100 + UInt32(action))
    log.append("\(action) foreign write \(place)")
    try world.write(bytes, to: path(place))
    model.foreignWrite(place, Digest.of(bytes))
    return .succeeded
  }

  // MARK: Checks

  private func expect(_ outcome: HistoryModel.Outcome, _ expected: HistoryModel.Outcome) {
    // Where two paths are in the way, either may be told.
    let ways: [HistoryModel.Outcome] = [.failed("DIVERGED"), .failed("OUTPUT_EXISTS")]
    if ways.contains(outcome) && ways.contains(expected) { return }
    #expect(outcome == expected, "seed \(seed):\n\(log.joined(separator: "\n"))")
  }

  private func path(_ place: HistoryModel.Place) -> BytePath {
    switch place {
    case .own: world.photos.appending(name)
    case .output(let series): world.out.appending(BytePath("\(seed)-\(series).png"))
    }
  }

  private mutating func check() throws -> Bool {
    for place in [HistoryModel.Place.own, .output(0), .output(1)] {
      let found = try world.digest(path(place))
      switch model.files[place] {
      case nil:
        if found != nil {
          log.append("  \(place) is there")
          return false
        }
      case .bytes(let digest):
        if found != digest {
          log.append("  \(place) has other bytes")
          return false
        }
      case .picture(let picture):
        guard let found, pictures.agree(picture, found) else {
          log.append("  \(place) shows something else, or nothing")
          return false
        }
      }
    }
    let (sections, changes) = try world.state(of: name)
    let expected = model.head.map { head in
      model.adjustments[head].sections.map { "s\($0.series):0.\($0.value)" }
    }
    if sections ?? [] != expected ?? [] || changes != model.changes {
      log.append(
        "  sections \(sections ?? []) and not \(expected ?? []), \(changes) changes and not \(model.changes)"
      )
      return false
    }
    return true
  }
}
