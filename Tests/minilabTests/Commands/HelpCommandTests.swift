import Files
import Testing

@testable import minilab

@Suite struct HelpCommandTests {
  private let recorder = Recorder()

  @Test func `help explains a command`() {
    let context = recorder.context()
    #expect(Program.run(["help", "run"], context) == .done)
    context.output.flush()
    #expect(recorder.output == Help.text(CommandTable.find("run")!))
  }

  @Test func `help for programs is a list of commands`() {
    let context = recorder.context(json: true)
    #expect(Program.run(["help", "--json"], context) == .done)
    context.output.flush()
    let lines = recorder.output.split(separator: "\n")
    #expect(lines.count == CommandTable.all.count + 1)
    #expect(lines.last == "{\"type\":\"end\",\"count\":\(CommandTable.all.count)}")
  }

  @Test func `an unknown command has a nearest one`() {
    #expect(Program.run(["help", "rnu"], recorder.context()) == .usage)
    #expect(recorder.error.contains("did you mean run?"))
  }
}
