import Files
import Testing

@testable import Manifest

@Suite struct CSVTableTests {
  private func mistakes(_ text: String) -> [String] {
    do {
      _ = try CSVTable(Array(text.utf8), file: "t.csv")
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test("Quotes, line ends of Windows, a byte order mark and empty lines are read")
  func reading() throws {
    let text = "\u{feff}path,\"the x\",y\r\n\"a,b.jpg\",\"1\"\"2\",\r\n\r\n\"c\nd.jpg\",3,4\ne,,"
    let table = try CSVTable(Array(text.utf8), file: "t.csv")
    #expect(table.columns == ["path", "the x", "y"])
    #expect(table.rows.map(\.path) == ["a,b.jpg", "c\nd.jpg", "e"])
    #expect(table.rows.map(\.line) == [2, 4, 6])
    #expect(table.rows[0].values == ["path": "a,b.jpg", "the x": "1\"2", "y": ""])
  }

  @Test("A path need not be UTF-8, other values must")
  func bytes() throws {
    let table = try CSVTable(Array("path\n".utf8) + [0xff], file: "t.csv")
    #expect(table.rows[0].path.bytes == [0xff])
    #expect(throws: ManifestErrors.self) {
      try CSVTable(Array("path,x\na,".utf8) + [0xff], file: "t.csv")
    }
  }

  @Test(
    "All mistakes are said at once, each with its place",
    arguments: [
      ("", ["t.csv:1:1: the table is empty (its first row names the columns)"]),
      ("Path,x\na,b", ["t.csv:1:1: the table has no column 'path' (rename 'Path')"]),
      (
        "path,x,x,\na,b,c,d",
        ["t.csv:1:8: duplicate column 'x'", "t.csv:1:10: a column has no name"]
      ),
      (
        "path,x\na\nb,c,d\n,e",
        [
          "t.csv:2:1: the row has 1 fields, and there are 2 columns",
          "t.csv:3:1: the row has 3 fields, and there are 2 columns",
          "t.csv:4:1: the path is empty",
        ]
      ),
      (
        "path,x\na,b\"c\nd,\"e\"f\ng,\"h",
        [
          "t.csv:2:4: a quote in a field that does not begin with one "
            + "(put the field in quotes and write \"\" for a quote)",
          "t.csv:3:6: text behind a closing quote (write \"\" for a quote in a field)",
          "t.csv:4:3: a quote without its end",
        ]
      ),
    ])
  func mistakes(text: String, messages: [String]) { #expect(mistakes(text) == messages) }
}
