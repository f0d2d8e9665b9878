/// Help as text, made from the table. The width is fixed, so that help reads the same everywhere.
enum Help {
  static let width = 90

  // MARK: Overview

  static func overview() -> String {
    var lines = [
      "minilab develops whole folders of photos: a manifest in, finished pictures out.", "",
      "Usage: minilab [--library DIR] COMMAND …",
    ]
    let available = CommandTable.all.filter { $0.availability == .now }
    for group in Command.Group.allCases {
      let members = available.filter { $0.group == group }
      if members.isEmpty { continue }
      lines += ["", group.rawValue + ":"]
      for command in members {
        lines += TextWrap.entry(command.name, command.summary, column: 14, width: width)
      }
    }
    let coming = CommandTable.all.filter { $0.availability == .later }.map(\.name)
    lines += ["", "Coming later:"]
    lines += TextWrap.lines(coming.joined(separator: " "), width: width, indent: 2)
    lines += ["", "Options of every command:"] + options(CommandTable.global)
    lines += ["", "More on each: minilab help COMMAND. The first job: minilab run MANIFEST."]
    for topic in HelpTopic.allCases {
      lines += TextWrap.lines(
        "On \(topic.summary): minilab help \(topic.rawValue).", width: width)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: One command

  static func text(_ command: Command) -> String {
    var lines = TextWrap.lines(command.summary + ".", width: width)
    if command.availability == .later { lines += ["", "Planned, and not there yet."] }
    lines += [""] + usage(command)
    for paragraph in command.description {
      lines += [""] + TextWrap.lines(paragraph, width: width)
    }
    let now = command.options.filter { $0.availability == .now }
    let later = command.options.filter { $0.availability == .later }
    if !now.isEmpty { lines += ["", "Options:"] + options(now) }
    if !later.isEmpty { lines += ["", "Coming later:"] + options(later) }
    if !command.examples.isEmpty {
      lines += ["", "Examples:"]
      for example in command.examples {
        lines += TextWrap.lines(example.effect + ":", width: width, indent: 2)
        lines.append("    " + example.line)
      }
    }
    if command.availability == .now {
      lines += ["", "Exit status:"]
      for status in command.exits {
        lines += TextWrap.entry("\(status.rawValue)", status.meaning, column: 7, width: width)
      }
    }
    lines += ["", "Options of every command: --library DIR, --json, --yes; see minilab help."]
    return lines.joined(separator: "\n") + "\n"
  }

  static func usage(_ command: Command) -> [String] {
    command.forms.enumerated().map { index, form in
      (index == 0 ? "Usage: " : "       ") + usage(command, form)
    }
  }

  private static func usage(_ command: Command, _ form: Form) -> String {
    var words = ["minilab", command.name]
    switch form.sign {
    case .none: break
    case .word(let word): words.append(word)
    case .option(let name): words += command.options.filter { $0.name == name }.map(term)
    }
    let signs = command.forms.map(\.sign)
    if !command.options.allSatisfy({ signs.contains(.option($0.name)) }) {
      words.append("[options]")
    }
    return (words + form.operands.map(\.usage)).joined(separator: " ")
  }

  private static func options(_ options: [CommandOption]) -> [String] {
    options.flatMap { option in
      let term = (option.short.map { "-\($0), " } ?? "    ") + term(option)
      return TextWrap.entry(term, explanation(option), column: 28, width: width)
    }
  }

  static func explanation(_ option: CommandOption) -> String {
    var text = option.summary
    if option.repeated { text += "; may be repeated" }
    if case .integer(let range) = option.value, range.upperBound < .max {
      text += "; \(range.lowerBound) to \(range.upperBound)"
    }
    if let standard = option.standard { text += " (default: \(standard))" }
    return text
  }

  private static func term(_ option: CommandOption) -> String {
    "--" + option.name + (option.placeholder.map { " " + $0 } ?? "")
  }
}
