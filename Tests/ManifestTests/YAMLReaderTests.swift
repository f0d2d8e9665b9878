import Files
import Testing

@testable import Manifest

@Suite struct YAMLReaderTests {
  private func node(_ text: String) throws -> Node {
    try YAMLReader.read(Array(text.utf8), Reading(file: "m"))
  }

  @Test("Two escapes that make one character are one only between double quotes")
  func surrogatePairs() throws {
    let pair = "\\ud83d\\ude00"
    let node = try node("[\"\(pair)\", '\(pair)', \(pair)] # \(pair)\n")
    #expect(node.list?.map(\.scalar?.text) == ["😀", pair, pair])
  }

  @Test("Positions count characters of the text as written")
  func positions() throws {
    let list =
      try node("[\"\\ud83d\\uDE00\", é,\r\n 'x', \"\\\\ud83d\\ud83d\\ude00\", z]").list ?? []
    #expect(
      list.map(\.position) == [
        Position(line: 1, column: 2), Position(line: 1, column: 18), Position(line: 2, column: 2),
        Position(line: 2, column: 7), Position(line: 2, column: 30),
      ])
    #expect(list[3].scalar?.text == "\\ud83d😀")
  }

  @Test("An alias stands for its anchor's value")
  func aliases() throws {
    let manifest = try parsed(
      "minilab: 1\nselect: [{glob: a, edit: &e [sepia: 1]}, {glob: b, edit: *e}]")
    #expect(manifest.select[0].edit == manifest.select[1].edit)
  }

  @Test("Aliases cannot blow a small text up", .timeLimit(.minutes(1)))
  func bomb() {
    var text = "minilab: 1\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...20 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(mistakes(text).contains { $0.hasSuffix("the manifest has more than a million values") })
  }

  @Test("A file that is too large, or no UTF-8, is refused")
  func files() {
    func problems(_ bytes: [UInt8]) -> [String] {
      do {
        _ = try ManifestParser.parse(bytes, file: "m")
        return []
      } catch {
        return error.problems.map(\.description)
      }
    }
    #expect(problems(Array("ab\ncé".utf8) + [0xff]) == ["m:2:3: the file is not UTF-8"])
    #expect(
      problems(Array(repeating: 32, count: 17 << 20)) == ["m:1:1: the file is larger than 16 MiB"])
  }
}
