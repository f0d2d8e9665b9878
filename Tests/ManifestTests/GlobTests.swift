import Files
import Testing

@testable import Manifest

@Suite struct GlobTests {
  @Test(
    "A glob matches these paths",
    arguments: [
      ("*.jpg", "a.jpg"), ("*.JPG", "a.jpg"), ("*.jpg", "A.JpG"), ("**/*.jpg", "a.jpg"),
      ("**/*.jpg", "x/y/a.jpg"), ("a/**", "a/b/c"), ("**", "a/b"), ("a/**/b", "a/b"),
      ("a/**/b", "a/x/y/b"), ("?.png", "ä.png"), ("[a-c].png", "B.png"), ("[!a].png", "b.png"),
      ("[]a].png", "].png"), ("[ä-ü].png", "ö.png"), ("*.{jpg,heic}", "x.heic"),
      ("{a,b/{c,d}}.png", "b/d.png"), ("{,x}y", "y"), (".hidden/*", ".hidden/a"),
      ("**/.a", "x/.a"), ("\\*.jpg", "*.jpg"), ("a\\{b", "a{b"), ("./a", "a"), ("a,b}", "a,b}"),
      ("a**b", "axxb"), ("*a*", "a"), ("[a\\]]x", "]x"), ("[-a]", "-"), ("[a-]", "-"),
    ])
  func matching(pattern: String, path: String) throws {
    #expect(try Glob(pattern).matches(BytePath(path)))
  }

  @Test(
    "A glob does not match these paths",
    arguments: [
      ("*.jpg", "x/a.jpg"), ("*.jpg", ".jpg"), ("*", ".a"), ("**", ".a/b"), ("**", "a/.b"),
      ("**/*.jpg", "a/.b/c.jpg"), ("?a", ".a"), ("[.]a", ".a"), ("[!x]a", ".a"), ("a/**", "a"),
      ("a?b", "a/b"), ("a[!x]b", "a/b"), ("a*b", "a/b"), ("*.jpg", "a.jpgx"), ("ä", "Ä"),
      ("**/*.jpg", ".a.jpg"), ("{*,b}.jpg", ".jpg"), ("a**b", "a/b"), ("\\*", "a"),
      ("é", "e\u{301}"),
    ])
  func notMatching(pattern: String, path: String) throws {
    #expect(try !Glob(pattern).matches(BytePath(path)))
  }

  @Test("Bytes that are not UTF-8 count one by one")
  func bytes() throws {
    let path = BytePath(bytes: [0xff, 0xfe, UInt8(ascii: "a")])
    #expect(try Glob("??a").matches(path))
    #expect(try Glob("*").matches(path))
    #expect(try !Glob("?a").matches(path))
  }

  @Test("It agrees with a naive matcher on random patterns and paths")
  func property() throws {
    var random = Seeded(state: 42)
    let pieces = ["a", "b", "/", ".", "*", "**", "?", "[ab]", "[!a]", "{a,b*}", "{,.}", "{a/b,?}"]
    var matched = 0
    for _ in 0..<4000 {
      let pattern = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        pieces.randomElement(using: &random)!
      }.joined()
      // Beside a brace `**` is no whole name, and written out it might be.
      if pattern.contains("**{") || pattern.contains("}**") { continue }
      guard let glob = try? Glob(pattern) else { continue }
      for _ in 0..<8 {
        let path = (0..<Int.random(in: 1...6, using: &random)).map { _ in
          ["a", "b", "a", "/", "."].randomElement(using: &random)!
        }.joined()
        guard !path.hasPrefix("/"), !path.hasSuffix("/"), !path.contains("//") else { continue }
        let expected = Naive.matches(pattern, path)
        if expected { matched += 1 }
        #expect(glob.matches(BytePath(path)) == expected, "\(pattern) on \(path)")
        if expected, let slash = path.lastIndex(of: "/") {
          let folder = BytePath(String(path[..<slash]))
          #expect(glob.mayMatch(below: folder), "\(pattern) below \(folder)")
          #expect(
            folder.appending("x").relative(to: glob.literalPrefix) != nil
              || glob.literalPrefix.isEmpty)
        }
      }
    }
    #expect(matched > 500)
  }

  @Test("No pattern takes more than a moment", .timeLimit(.minutes(1)))
  func noBlowUp() throws {
    let path = BytePath(String(repeating: "a", count: 4000))
    #expect(try !Glob(String(repeating: "*a", count: 50) + "b").matches(path))
    #expect(try !Glob(String(repeating: "{a,aa,*}", count: 50) + "b").matches(path))
    #expect(try !Glob(String(repeating: "**/", count: 100) + "b").matches("a/a/a/a/a/a/a/a/a"))
  }

  @Test(
    "A walk can start at the folders that have no letters in their names",
    arguments: [
      ("2024/07/*.jpg", "2024/07"), ("2024/trip/*.jpg", "2024"), ("photos/*.jpg", ""),
      ("*.jpg", ""), ("./1/2/3.jpg", "1/2"), ("1/{2,3}/a", "1"), ("1.jpg", ""),
    ])
  func literalPrefix(pattern: String, prefix: String) throws {
    #expect(try Glob(pattern).literalPrefix == BytePath(prefix))
  }

  @Test("A folder that nothing below can match is left out")
  func mayMatch() throws {
    let glob = try Glob("trip/**/*.jpg")
    #expect(glob.mayMatch(below: ""))
    #expect(glob.mayMatch(below: "Trip/a"))
    #expect(!glob.mayMatch(below: "other"))
    #expect(!glob.mayMatch(below: "trip/.git"))
    #expect(try !Glob("a/b").mayMatch(below: "a/b"))
  }

  @Test(
    "A pattern that is none says why",
    arguments: [
      ("", "a glob must not be empty"), ("/a", "a glob is relative to the root"),
      ("a/", "a glob matches files, not folders"), ("a/../b", "a glob must not contain '..'"),
      ("a//b", "a glob must not contain '//'"), ("[a", "'[' without a ']'"),
      ("{a", "'{' without a '}'"), ("a\\", "a glob must not end in '\\'"),
      ("[b-a]", "a range in '[…]' runs backwards"),
      (String(repeating: "{", count: 40), "braces are nested too deep"),
      (String(repeating: "a", count: 5000), "a glob has at most 4096 characters"),
    ])
  func mistakes(pattern: String, message: String) {
    let mistake = #expect(throws: Glob.Mistake.self) { try Glob(pattern) }
    #expect(mistake?.message == message)
  }
}

/// Reproducible random numbers (SplitMix64).
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

/// Writes every alternative out, then tries everything.
private enum Naive {
  static func matches(_ pattern: String, _ path: String) -> Bool {
    var pattern = pattern
    while pattern.hasPrefix("./") { pattern.removeFirst(2) }
    return expand(pattern).contains { names(split($0), split(path)) }
  }

  private static func split(_ text: String) -> [[Character]] {
    text.split(separator: "/", omittingEmptySubsequences: false).map(Array.init)
  }

  private static func expand(_ pattern: String) -> [String] {
    guard let open = pattern.firstIndex(of: "{"), let close = pattern.firstIndex(of: "}") else {
      return [pattern]
    }
    let inner = pattern[pattern.index(after: open)..<close]
    return inner.split(separator: ",", omittingEmptySubsequences: false).flatMap {
      expand("\(pattern[..<open])\($0)\(pattern[close...].dropFirst())")
    }
  }

  private static func names(_ pattern: [[Character]], _ path: [[Character]]) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    let rest = Array(pattern.dropFirst())
    if first.count > 1, first.allSatisfy({ $0 == "*" }) {
      if rest.isEmpty { return !path.isEmpty && path.allSatisfy { $0.first != "." && !$0.isEmpty } }
      if names(rest, path) { return true }
      guard let name = path.first, name.first != "." else { return false }
      return names(pattern, Array(path.dropFirst()))
    }
    guard let name = path.first else { return false }
    if name.first == ".", first.first != "." { return false }
    return one(first[...], name[...]) && names(rest, Array(path.dropFirst()))
  }

  private static func one(_ pattern: ArraySlice<Character>, _ name: ArraySlice<Character>) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case "*": return one(rest, name) || !name.isEmpty && one(pattern, name.dropFirst())
    case "?": return !name.isEmpty && one(rest, name.dropFirst())
    case "[":
      guard let end = rest.firstIndex(of: "]"), let character = name.first else { return false }
      let isNegated = rest.first == "!"
      let isIn = rest[..<end].dropFirst(isNegated ? 1 : 0).contains(character)
      return isIn != isNegated && one(pattern[(end + 1)...], name.dropFirst())
    default: return name.first == first && one(rest, name.dropFirst())
    }
  }
}
