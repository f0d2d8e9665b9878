import Testing

@testable import Files

@Suite struct BytePathTests {
  @Test(
    "What could upset a terminal is shown escaped",
    // As bytes, lest the tests' own report upsets it.
    arguments: [
      ("plain ä 日本 🙂.jpg", "plain ä 日本 🙂.jpg"), ("a\nb", "a\\x0ab"), ("\u{1B}[31m", "\\x1b[31m"),
      ("\u{7F}", "\\x7f"), ("\u{85}", "\\xc2\\x85"), ("a\u{202E}gpj", "a\\xe2\\x80\\xaegpj"),
      ("\u{2066}x", "\\xe2\\x81\\xa6x"), ("\u{2028}", "\\xe2\\x80\\xa8"), ("", ""),
    ].map { (Array($0.utf8), $1) })
  func escapes(bytes: [UInt8], shown: String) {
    #expect(BytePath(bytes: bytes).displayed == shown)
    #expect("\(BytePath(bytes: bytes))" == shown)
  }

  @Test(
    "Bytes that are not UTF-8 are shown one by one, and what follows is shown as it is",
    arguments: [
      ([0xFF], "\\xff"), ([0x61, 0xE9, 0x62], "a\\xe9b"), ([0xC3], "\\xc3"),
      ([0xE2, 0x82, 0x61], "\\xe2\\x82a"), ([0xC0, 0xAF], "\\xc0\\xaf"),
      ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"), ([0xF0, 0x9F, 0xC3, 0xA4], "\\xf0\\x9fä"),
    ] as [([UInt8], String)])
  func invalid(bytes: [UInt8], shown: String) {
    #expect(BytePath(bytes: bytes).displayed == shown)
    #expect(BytePath(bytes: bytes).text == nil)
  }

  @Test(
    "A leading dot starts no extension",
    arguments: [
      ("a.jpg", "a", "jpg"), ("x/y.tar.gz", "y.tar", "gz"), (".profile", ".profile", ""),
      (".a.JPG", ".a", "JPG"), ("name", "name", ""), ("name.", "name", ""),
      ("a.b/name", "name", ""), ("..jpg", ".", "jpg"), ("", "", ""),
    ])
  func extensions(path: BytePath, stem: BytePath, fileExtension: BytePath) {
    #expect(path.stem == stem)
    #expect(path.fileExtension == fileExtension)
  }

  @Test(
    "A path splits into its last component and all before",
    arguments: [
      ("a/b/c", "a/b", "c"), ("a", "", "a"), ("/a", "/", "a"), ("/a/b", "/a", "b"),
      ("/", "/", ""), ("a/", "a", ""),
    ])
  func parts(path: BytePath, parent: BytePath, name: BytePath) {
    #expect(path.parent == parent)
    #expect(path.name == name)
  }

  @Test("Components leave out empty ones and dots, but not what leads up")
  func components() {
    #expect(BytePath("/a//./b/../c/").components == ["a", "b", "..", "c"])
    #expect(BytePath("/").components.isEmpty)
  }

  @Test(
    "Paths are resolved by their text",
    arguments: [
      ("b", "/x", "/x/b"), ("../b", "/x/y", "/x/b"), ("/b/./c//d", "/x", "/b/c/d"),
      ("../../../b", "/x", "/b"), ("", "/x/", "/x"), (".", "/", "/"),
    ])
  func resolved(path: BytePath, folder: BytePath, expected: BytePath) {
    #expect(path.resolved(from: folder) == expected)
  }

  @Test(
    "A path is relative only to what it lies in",
    arguments: [
      ("/a/b", "/a", "b"), ("/a", "/a", ""), ("/ab", "/a", nil), ("/a", "/", "a"),
      ("/a/b/c", "/a/", "b/c"), ("/b", "/a", nil), ("/a", "/a/b", nil),
    ] as [(BytePath, BytePath, BytePath?)])
  func relative(path: BytePath, folder: BytePath, expected: BytePath?) {
    #expect(path.relative(to: folder) == expected)
  }

  @Test(
    "Appending needs no slash, and an absolute path stands for itself",
    arguments: [
      ("a", "b", "a/b"), ("a/", "b", "a/b"), ("", "b", "b"), ("a", "", "a"), ("/", "b", "/b"),
      ("/a", "/b", "/b"),
    ])
  func appending(path: BytePath, other: BytePath, expected: BytePath) {
    #expect(path.appending(other) == expected)
  }

  @Test("An accent composed in two ways makes two paths")
  func normalization() {
    let (composed, decomposed) = ("\u{E9}.jpg", "e\u{301}.jpg")
    #expect(composed == decomposed)
    #expect(BytePath(composed) != BytePath(decomposed))
    #expect(Set([BytePath(composed), BytePath(decomposed)]).count == 2)
  }

  @Test("Paths are ordered by their bytes")
  func order() {
    let sorted: [BytePath] = [
      "", "A", "B", "a", "a-b/x", "a/x", "a0", BytePath(bytes: [0x61, 0x80]), "é",
      BytePath(bytes: [0xFF]),
    ]
    #expect(sorted.shuffled().sorted() == sorted)
  }
}
