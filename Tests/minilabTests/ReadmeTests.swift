import Files
import Manifest
import Testing

@testable import minilab

/// That nothing is forgotten in README.md; `scripts/reference` writes these parts of it.
@Suite struct ReadmeTests {
  private let readme: String

  init() throws {
    let here = BytePath(#filePath)
    let file = here.parent.parent.parent.appending("README.md")
    readme = String(decoding: try InputFile.read(file), as: UTF8.self)
  }

  @Test func `the README names every key`() throws {
    let names = KeyTable.all.map(\.name) + KeyTable.entryParameters.map(\.name)
    try #expect(missing(names, in: "keys") == [])
    try #expect(missing(LibrarySettings.parameters.map(\.name), in: "settings") == [])
  }

  @Test func `the README names every operation with its parameters`() throws {
    try #expect(missing(OperationTable.all.map(\.name), in: "operations") == [])
    for operation in OperationTable.all {
      let names = operation.parameters.map(\.name)
      try #expect(missing(names, in: "operations") == [], "\(operation.name)")
    }
  }

  @Test func `the README names every command and option`() throws {
    try #expect(missing(CommandTable.all.map(\.name), in: "commands") == [])
    let section = try section("commands")
    let commands = CommandTable.all.filter { $0.availability == .now }
    let options = (commands.flatMap(\.options) + CommandTable.global).map { "--" + $0.name }
    #expect(options.filter { !section.contains($0) } == [])
  }

  @Test func `the README names every exit status, error code and warning`() throws {
    let names =
      ExitStatus.allCases.map { "\($0.rawValue)" } + ErrorCode.allCases.map(\.rawValue)
      + WarningCode.allCases.map(\.rawValue)
    try #expect(missing(names, in: "codes") == [])
  }

  /// Those that do not stand there as code.
  private func missing(_ names: [String], in name: String) throws -> [String] {
    let section = try section(name)
    return names.filter { !section.contains("`\($0)`") }
  }

  /// The text between a reference's markers.
  private func section(_ name: String) throws -> Substring {
    let start = try #require(readme.firstRange(of: "<!-- reference: \(name) -->"), "no \(name)")
    let rest = readme[start.upperBound...]
    return rest[..<(try #require(rest.firstRange(of: "<!-- end -->")).lowerBound)]
  }
}
