import Testing

@testable import minilab

@Suite struct TextTableTests {
  @Test func `columns are aligned by what is seen`() {
    var table = TextTable("JOB", ">DONE", "NAME")
    table.add("7", "12", "写真")
    table.add("1200", "3", "")
    #expect(table.lines == ["JOB   DONE  NAME", "7       12  写真", "1200     3"])
  }

  @Test func `a table without rows is nothing`() {
    #expect(TextTable("JOB").lines == [])
  }
}
