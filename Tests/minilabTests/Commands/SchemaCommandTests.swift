import Files
import Testing

@testable import minilab

@Suite struct SchemaCommandTests {
  @Test(arguments: [(false, "{\n"), (true, "{\"type\":\"schema\",\"schema\":{ ")])
  func `the schema is printed`(json: Bool, beginning: String) {
    let recorder = Recorder()
    let context = recorder.context(json: json)
    #expect(Program.run(["schema"], context) == .done)
    context.output.flush()
    #expect(recorder.output.hasPrefix(beginning))
    #expect(recorder.output.hasSuffix("}\n"))
    if json { #expect(recorder.output.count { $0.isNewline } == 1) }
  }
}
