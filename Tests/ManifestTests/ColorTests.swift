import Testing

@testable import Manifest

@Suite struct ColorTests {
  @Test("All 148 names of CSS are known")
  func names() { #expect(Color.names.count == 148) }

  @Test(
    "A colour is a name or a number of hexadecimal digits",
    arguments: [
      ("white", Color.white), ("RebeccaPurple", Color(0x66, 0x33, 0x99)),
      ("#f80", Color(255, 0x88, 0)), ("#f808", Color(255, 0x88, 0, 0x88)),
      ("#FF8800", Color(255, 0x88, 0)), ("#ff880001", Color(255, 0x88, 0, 1)),
      ("transparent", Color(0, 0, 0, 0)),
    ])
  func colors(text: String, color: Color) { #expect(Color(css: text) == color) }

  @Test(
    "Anything else is none",
    arguments: ["", "#", "#ff", "#fffff", "#ggg", "ff8800", "#+12", "whit", "#１２３", "#1234567890"])
  func none(text: String) { #expect(Color(css: text) == nil) }
}
