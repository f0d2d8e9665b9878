import Testing

@testable import minilab

@Suite struct ColumnsTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("写真", 4), ("한글", 4), ("🎞", 2), ("✗", 1),
    ("…", 1),
  ])
  func `columns are counted as a terminal does`(text: String, columns: Int) {
    #expect(Columns.count(text) == columns)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("写真写真", 4, "写…"), ("写真写真", 5, "写真…"),
    ("abc", 1, "…"), ("abc", 0, ""), ("abc", -3, ""),
  ])
  func `text is cut to fit`(text: String, width: Int, fitted: String) {
    #expect(Columns.fit(text, width) == fitted)
  }
}
