import Files
import Glibc
import Manifest
import Testing

@testable import minilab

@Suite struct OutputTests {
  private let recorder = Recorder()

  @Test func `people get lines and programs get JSON`() {
    for json in [false, true] {
      let output = recorder.printing(json: json)
      output.line("one job")
      output.json("job", ["id": 7])
      output.end(count: 1)
      #expect(output.finish() == nil)
    }
    #expect(
      recorder.output == """
        one job
        {"type":"job","id":7}
        {"type":"end","count":1}

        """)
  }

  @Test func `errors go to standard error with code and hint`() {
    let failure = Failure(.noLibrary, "no library here", hint: "minilab init makes one")
    recorder.printing().report(failure)
    recorder.printing(json: true).report(failure)
    #expect(recorder.output == "")
    #expect(
      recorder.error == """
        minilab: no library here [NO_LIBRARY]
          minilab init makes one
        {"type":"error","code":"NO_LIBRARY","message":"no library here",\
        "hint":"minilab init makes one"}

        """)
  }

  @Test func `a message cannot move the cursor`() {
    recorder.printing().report(Failure(.decodeFailed, "a\u{1b}[2Jb"))
    #expect(recorder.error == "minilab: a\\x1b[2Jb [DECODE_FAILED]\n")
  }

  @Test func `results come before the message that follows them`() {
    let output = recorder.printing()
    output.line("result")
    #expect(recorder.output == "")
    output.note("note")
    #expect(recorder.output == "result\n")
    #expect(recorder.error == "note\n")
  }

  @Test(arguments: [
    (EPIPE, nil), (ENOSPC, ErrorCode.noSpace), (EIO, .outputDenied),
  ])
  func `lost results are a failure unless the reader left`(number: Int32, code: ErrorCode?) {
    let output = Output(
      json: false,
      to: { (_) throws(SystemError) in throw SystemError("write", number: number) },
      errorsTo: { (_) throws(SystemError) in })
    output.line("x")
    #expect(output.finish()?.code == code)
  }

  @Test func `a pipe without reader raises no error`() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    let stream = StandardStream(raw: ends[1])
    #expect(throws: SystemError("write", number: EPIPE)) { try stream.write([1]) }
    close(ends[1])
  }
}
