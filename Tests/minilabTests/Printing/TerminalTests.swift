import Files
import Manifest
import Testing

@testable import minilab

@Suite struct TerminalTests {
  private let recorder = Recorder()
  private let person = Terminal(input: true, output: true, error: true, colour: false)
  private let nobody = Terminal(input: false, output: false, error: false, colour: false)

  @Test(arguments: [("y", true), ("YES", true), ("n", false), ("", false), (nil, false)])
  func `a person is asked`(answer: String?, agreed: Bool) {
    let output = recorder.printing()
    let asked = Result { () throws(Failure) in
      try person.confirm("Add the root /photos?", yes: false, output: output) { answer }
    }
    #expect(recorder.error == "Add the root /photos? [y/N] ")
    switch asked {
    case .success: #expect(agreed)
    case .failure(let failure):
      #expect(!agreed)
      #expect(failure.code == .userDenied)
    }
  }

  @Test func `yes answers for everybody`() throws {
    try nobody.confirm("?", yes: true, output: recorder.printing())
    try person.confirm("?", yes: true, output: recorder.printing()) { "n" }
    #expect(recorder.error == "")
  }

  @Test func `where nobody can answer the hint says what to give`() {
    #expect {
      try nobody.confirm("Add the root /photos?", yes: false, output: recorder.printing())
    } throws: { error in
      (error as? Failure)
        == Failure(
          .userDenied, "nobody is here to answer: Add the root /photos?",
          hint: "give --yes to agree")
    }
  }

  @Test func `colour is for terminals whose owner wants it`() {
    #expect(Terminal.current(noColor: nil, kind: "xterm").colour)
    #expect(Terminal.current(noColor: "", kind: nil).colour)
    #expect(!Terminal.current(noColor: "1", kind: "xterm").colour)
    #expect(!Terminal.current(noColor: nil, kind: "dumb").colour)
  }
}
