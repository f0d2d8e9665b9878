import Testing

@testable import minilab

@Suite struct TextWrapTests {
  @Test func `text breaks at spaces, and long words stand alone`() {
    #expect(
      TextWrap.lines("one two three incomprehensible x", width: 9, indent: 1) == [
        " one two", " three", " incomprehensible", " x",
      ])
    #expect(TextWrap.lines("", width: 9) == [])
  }

  @Test func `wide characters count twice`() {
    #expect(TextWrap.lines("写真 写真", width: 8) == ["写真", "写真"])
    #expect(TextWrap.lines("写真 写真", width: 9) == ["写真 写真"])
  }

  @Test func `a term too long for its column stands above`() {
    #expect(TextWrap.entry("ab", "text", column: 6, width: 20) == ["  ab  text"])
    #expect(TextWrap.entry("abcd", "text", column: 6, width: 20) == ["  abcd", "      text"])
  }
}
