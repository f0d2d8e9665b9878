import Testing

@testable import Manifest

@Suite struct NearestWordTests {
  @Test(
    "A slip of the fingers finds its word",
    arguments: [
      ("qualty", "quality"), ("QUALITY", "quality"), ("widht", "width"), ("outptus", "outputs"),
      ("fmt", "fit"), ("hieght", "height"),
    ])
  func near(word: String, expected: String) {
    let words = ["quality", "width", "height", "outputs", "fit"]
    #expect(NearestWord.of(word, among: words) == expected)
  }

  @Test("Something else finds nothing", arguments: ["", "zebra", "w", "quantum"])
  func far(word: String) { #expect(NearestWord.of(word, among: ["quality", "width"]) == nil) }
}
