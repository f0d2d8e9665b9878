import Files
import Testing

@testable import minilab

@Suite struct JournalTests {
  @Test func `every line has its priority`() {
    #expect(Journal.text("one\n  two\n", .error) == "<3>one\n<3>  two\n")
  }

  @Test func `what may hold anything is quoted`() {
    #expect(
      Journal.fields(["job": "7", "asset": #"a "b".jpg"#, "code": "CRASHED"])
        == #" job=7 asset="a \"b\".jpg" code=CRASHED"#)
  }

  @Test func `a variable that was only inherited does not count`() {
    #expect(!Journal.isListening { _ in nil })
    #expect(!Journal.isListening { $0 == "JOURNAL_STREAM" ? "0:0" : nil })
  }
}
