import Manifest

/// `minilab help [COMMAND|TOPIC]`
enum HelpCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) -> ExitStatus {
    let output = context.output
    if invocation.isGiven("man") {
      output.text(ManualPage.text())
      return .done
    }
    guard let name = invocation.words.first else {
      output.text(Help.overview())
      for command in CommandTable.all { output.json("command", json(command)) }
      output.end(count: CommandTable.all.count)
      return .done
    }
    if let topic = HelpTopic(rawValue: name) {
      topic.show(output)
      return .done
    }
    guard let command = CommandTable.find(name) else { throw CommandTable.unknownCommand(name) }
    output.text(Help.text(command))
    output.json("command", json(command))
    return .done
  }

  private static func json(_ command: Command) -> JSONObject {
    var object: JSONObject = [
      "name": .string(command.name), "summary": .string(command.summary),
      "available": .bool(command.availability == .now),
      "usage": .array(Help.usage(command).map { .string(String($0.dropFirst(7))) }),
    ]
    object.add("options", .array(command.options.map { .object(json($0)) }))
    return object
  }

  private static func json(_ option: CommandOption) -> JSONObject {
    var object: JSONObject = ["name": .string(option.name)]
    object.add("short", text: option.short.map { String($0) })
    object.add("value", text: option.placeholder)
    object.add("summary", .string(option.summary))
    object.add("default", text: option.standard)
    object.add("repeated", .bool(option.repeated))
    object.add("available", .bool(option.availability == .now))
    return object
  }
}
