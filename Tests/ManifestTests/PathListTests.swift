import Files
import Testing

@testable import Manifest

@Suite struct PathListTests {
  @Test("Lines are paths, empty ones and carriage returns left out")
  func lines() {
    let list = PathList.parse(Array("a b.jpg\r\n\n ü.jpg\n\nlast".utf8), separator: .newline)
    #expect(list.map(\.path) == ["a b.jpg", " ü.jpg", "last"])
    #expect(list.map(\.line) == [1, 3, 5])
  }

  @Test("With NUL between them, paths may hold newlines")
  func nul() {
    let list = PathList.parse(Array("a\nb\r\0\0c\0".utf8), separator: .nul)
    #expect(list.map(\.path) == ["a\nb\r", "c"])
  }

  @Test("Nothing is no path")
  func empty() { #expect(PathList.parse([], separator: .newline).isEmpty) }
}
