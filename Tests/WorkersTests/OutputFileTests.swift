import Files
import Glibc
import Testing

@testable import Workers

/// What a name may hold when a step begins.
private enum Held: CaseIterable { case nothing, ours, expected, foreign }

private struct Situation: CustomTestStringConvertible, Sendable {
  let temporary: Held
  let target: Held
  let replaces: Bool

  var testDescription: String {
    "temporary \(temporary), target \(target), replaces \(replaces)"
  }

  /// Every one that can be: where nothing is replaced, no name holds what was expected.
  static let all = Held.allCases.flatMap { temporary in
    Held.allCases.flatMap { target in
      [false, true].map {
        Situation(temporary: temporary, target: target, replaces: $0)
      }
    }
  }.filter { $0.replaces || ($0.temporary != .expected && $0.target != .expected) }
}

/// The steps of `publish_model.py`, each held against the files.
@Suite struct OutputFileTests {
  private let bench: Bench
  private let place: Folder

  init() throws {
    bench = try Bench()
    place = try Folder(bench.out)
  }

  private let texts: [Held: String] = [.ours: "ours", .expected: "expected", .foreign: "foreign"]

  private func file(_ situation: Situation) throws -> OutputFile {
    for (name, held) in [("t", situation.temporary), ("0", situation.target)] {
      if let text = texts[held] { try bench.write(text, to: bench.out.appending(BytePath(name))) }
    }
    return OutputFile(
      staged: bench.staged(
        "ours", expected: situation.replaces ? "expected" : nil, ordinal: 0),
      folder: place, name: "0", temporary: "t", written: nil)
  }

  private func holds(_ name: BytePath) throws -> Held {
    let text = try bench.text(at: bench.out.appending(name))
    return texts.first { $0.value == text }?.key ?? .nothing
  }

  @Test("Publishing decides by what the temporary holds", arguments: Situation.all)
  private func publishing(_ situation: Situation) throws {
    let step = try file(situation).publish()
    let (temporary, target) = (try holds("t"), try holds("0"))
    switch (situation.temporary, situation.target) {
    case (.nothing, .ours):
      #expect(step.isOut)
    case (.nothing, _):
      #expect(step.isRefused)
      #expect(target == situation.target)
    case (.expected, _):
      #expect(step.isOut)
      #expect((temporary, target) == (situation.temporary, situation.target))
    case (.foreign, .nothing):
      #expect(step.isRefused)
      #expect(temporary == .foreign)
    case (.foreign, _):
      // What we took out goes back to its place.
      #expect(step.isRefused)
      #expect((temporary, target) == (situation.target, .foreign))
    case (.ours, .nothing):
      #expect(situation.replaces ? step.isRefused : step.isOut)
      #expect(target == (situation.replaces ? .nothing : .ours))
    case (.ours, .foreign):
      #expect(step.isRefused)
      #expect((temporary, target) == (.ours, .foreign))
    case (.ours, .expected), (.ours, .ours):
      #expect(situation.replaces ? step.isOut : step.isRefused)
      #expect(target == .ours)
    }
  }

  @Test(
    "Taking back leaves no byte of ours in place and moves no foreign one", arguments: Situation.all
  )
  private func takingBack(_ situation: Situation) throws {
    try file(situation).takeBack()
    let (temporary, target) = (try holds("t"), try holds("0"))
    let before = [situation.temporary, situation.target]
    // Nothing is lost and nothing is made.
    #expect(
      [temporary, target].filter { $0 != .nothing }.sorted()
        == before.filter { $0 != .nothing }.sorted())
    switch (situation.temporary, situation.target, situation.replaces) {
    case (.nothing, .ours, false): #expect((temporary, target) == (.ours, .nothing))
    case (.expected, .ours, true): #expect((temporary, target) == (.ours, .expected))
    case (.foreign, _, true) where situation.target != .nothing:
      #expect(target == .foreign)
    case (.foreign, .nothing, false): #expect(target == .foreign)
    default: #expect((temporary, target) == (situation.temporary, situation.target))
    }
  }

  @Test("Only our own bytes may be dropped", arguments: Situation.all)
  private func leftovers(_ situation: Situation) throws {
    let leftover = try file(situation).leftover()
    switch (situation.temporary, leftover) {
    case (.nothing, .nothing), (.ours, .droppable), (.expected, .droppable),
      (.foreign, .foreign):
      break
    default: Issue.record("\(leftover) for \(situation.temporary)")
    }
  }

  @Test("A file that somebody still writes to is not judged yet")
  func beingWritten() throws {
    let output = try file(
      Situation(temporary: .expected, target: .ours, replaces: true))
    let writer = try place.open("t", O_WRONLY)
    guard case .beingWritten = try output.leftover() else {
      Issue.record("judged while it is open for writing")
      return
    }
    withExtendedLifetime(writer) {}
  }
}

extension OutputFile.Step {
  fileprivate var isOut: Bool { if case .out = self { true } else { false } }
  fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}

extension Held: Comparable {
  fileprivate static func < (a: Held, b: Held) -> Bool {
    "\(a)" < "\(b)"
  }
}
