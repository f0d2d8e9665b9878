import Files
import Glibc
import Manifest
import Testing

@testable import minilab

@Suite struct ProgramTests {
  private let recorder = Recorder()

  @Test func `nothing at all shows the overview as a mistake`() {
    #expect(Program.run([], recorder.context()) == .usage)
    #expect(recorder.error == Help.overview())
  }

  @Test func `a mistake ends with 64 and JSON where it is asked for`() {
    #expect(Program.run(["nope"], recorder.context(json: true)) == .usage)
    #expect(recorder.error.hasPrefix(#"{"type":"error","code":"USAGE","message":"#))
  }

  @Test(arguments: [(ENOSPC, ErrorCode.noSpace), (ENOENT, .sourceMissing), (EACCES, .accessDenied)])
  func `a refusal of the system has a code`(number: Int32, code: ErrorCode) {
    #expect(Failure(describing: SystemError("open", number: number)).code == code)
  }
}
