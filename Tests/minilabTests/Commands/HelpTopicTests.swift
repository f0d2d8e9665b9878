import Files
import Manifest
import Testing

@testable import minilab

@Suite struct HelpTopicTests {
  private let recorder = Recorder()

  @Test(arguments: HelpTopic.allCases)
  func `a topic is explained within the width`(topic: HelpTopic) {
    let text = shown(["help", "\(topic)"])
    for line in text.split(separator: "\n") { #expect(Columns.count(String(line)) <= Help.width) }
    #expect(Help.overview().contains("minilab help \(topic)."))
    #expect(CommandTable.find("\(topic)") == nil, "a command of that name would be hidden")
  }

  @Test func `a key is told with its value, default and limits`() {
    #expect(
      shown(["help", "keys"]).contains(
        """
          onto            How the edit joins the one that an asset already has; one of own,
                          replace, extend, stack (default: own)
        """))
    #expect(
      shown(["help", "keys"]).contains(
        "  minilab         The manifest's version; 1; required\n"))
  }

  @Test func `a code is told with its meaning`() {
    let text = shown(["help", "errors"])
    #expect(text.contains("\n  EMPTY_FILE            the file has no bytes\n"))
    #expect(text.contains("\n  not-enlarged          the photo is smaller"))
    #expect(text.hasPrefix("Exit statuses:\n  0    done"))
  }

  @Test(arguments: HelpTopic.allCases)
  func `JSON counts its lines`(topic: HelpTopic) {
    let context = recorder.context(json: true)
    #expect(Program.run(["help", "--json", BytePath("\(topic)")], context) == .done)
    context.output.flush()
    let lines = recorder.output.split(separator: "\n")
    #expect(lines.last == "{\"type\":\"end\",\"count\":\(lines.count - 1)}")
  }

  private func shown(_ arguments: [String]) -> String {
    let recorder = Recorder()
    let context = recorder.context()
    #expect(Program.run(arguments.map { BytePath($0) }, context) == .done)
    context.output.flush()
    return recorder.output
  }
}
