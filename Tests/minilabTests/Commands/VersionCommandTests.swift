import Files
import Testing

@testable import minilab

@Suite struct VersionCommandTests {
  @Test(arguments: [
    (false, "minilab 0.1.0, manifest version 1\n"),
    (true, "{\"type\":\"version\",\"version\":\"0.1.0\",\"manifest\":1}\n"),
  ])
  func `the version is printed`(json: Bool, text: String) {
    let recorder = Recorder()
    let context = recorder.context(json: json)
    #expect(Program.run(["version"], context) == .done)
    context.output.flush()
    #expect(recorder.output == text)
  }
}
