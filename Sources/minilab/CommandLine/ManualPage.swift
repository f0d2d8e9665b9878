/// The whole help as one manual page, in the macros of man(7).
enum ManualPage {
  static func text() -> String {
    var lines = [
      ".TH MINILAB 1", ".SH NAME", "minilab \\- develop whole folders of photos",
      ".SH SYNOPSIS", ".B minilab", "[\\-\\-library DIR] COMMAND ...",
      ".SH DESCRIPTION",
      escaped("A manifest in, finished pictures out, and every edit can be taken back."),
      ".SH OPTIONS OF EVERY COMMAND",
    ]
    lines += CommandTable.global.flatMap { option($0) }
    let available = CommandTable.all.filter { $0.availability == .now }
    for group in Command.Group.allCases {
      let members = available.filter { $0.group == group }
      if !members.isEmpty { lines.append(".SH \(escaped(group.rawValue.uppercased()))") }
      for command in members { lines += section(command) }
    }
    lines += [".SH EXIT STATUS"]
    for status in ExitStatus.allCases {
      lines += [".TP", "\(status.rawValue)", escaped(status.meaning)]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ command: Command) -> [String] {
    var lines = [".SS \(escaped(command.name))", escaped(command.summary + ".")]
    for usage in Help.usage(command) { lines += [".br", escaped(String(usage.dropFirst(7)))] }
    for paragraph in command.description { lines += [".PP", escaped(paragraph)] }
    lines += command.options.filter { $0.availability == .now }.flatMap { option($0) }
    for example in command.examples {
      lines += [
        ".PP", escaped(example.effect + ":"), ".RS 4", ".nf", escaped(example.line), ".fi", ".RE",
      ]
    }
    return lines
  }

  private static func option(_ option: CommandOption) -> [String] {
    let short = option.short.map { "-\($0), " } ?? ""
    let term = short + "--" + option.name + (option.placeholder.map { " " + $0 } ?? "")
    return [".TP", ".B \(escaped(term))", escaped(Help.explanation(option))]
  }

  /// Dashes that can be copied, and no line that passes for a request.
  private static func escaped(_ text: String) -> String {
    let body = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return body.hasPrefix(".") || body.hasPrefix("'") ? "\\&" + body : body
  }
}
