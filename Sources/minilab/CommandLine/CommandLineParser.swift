import Files
import Manifest

/// Understands a command line. Arguments are bytes, since file names need not be UTF-8.
struct CommandLineParser {
  /// - Parameter arguments: without the program's own name.
  static func parse(_ arguments: [BytePath]) throws(Failure) -> Invocation {
    var parser = CommandLineParser(rest: arguments[...])
    return try parser.invocation()
  }

  /// Whether JSON is asked for, also on a command line that cannot be understood.
  static func wantsJSON(_ arguments: [BytePath]) -> Bool {
    arguments.prefix { $0 != "--" }.contains("--json")
  }

  private var rest: ArraySlice<BytePath>
  private var command: Command?
  private var operands: [BytePath] = []
  private var values: [String: [BytePath]] = [:]

  private init(rest: ArraySlice<BytePath>) { self.rest = rest }

  private mutating func invocation() throws(Failure) -> Invocation {
    while let argument = rest.popFirst() {
      if argument == "--" {
        for operand in rest { try take(operand: operand) }
        rest = []
      } else if argument.bytes.starts(with: "--".utf8) {
        try take(long: argument)
      } else if argument.bytes.first == UInt8(ascii: "-"), argument.bytes.count > 1 {
        try take(short: argument)
      } else {
        try take(operand: argument)
      }
    }
    if values["help"] != nil { return help(on: command) }
    if values["version"] != nil { return Invocation(CommandTable.version, values: values) }
    guard let command else { throw usage("no command is given") }
    return try CommandLineCheck(command: command, operands: operands, values: values).invocation()
  }

  private func help(on command: Command?) -> Invocation {
    Invocation(
      CommandTable.help, operands: command.map { [BytePath($0.name)] } ?? [], values: values)
  }

  // MARK: Operands

  private mutating func take(operand: BytePath) throws(Failure) {
    guard command == nil else { return operands.append(operand) }
    let name = operand.displayed
    guard let found = CommandTable.find(name) else { throw CommandTable.unknownCommand(name) }
    let wantsHelp = values["help"] != nil || rest.contains("--help") || rest.contains("-h")
    if found.availability == .later && !wantsHelp { throw Failure.notYet(name) }
    command = found
  }

  // MARK: Options

  private var known: [CommandOption] { (command?.options ?? []) + CommandTable.global }

  /// `--name`, `--name value` or `--name=value`.
  private mutating func take(long argument: BytePath) throws(Failure) {
    let parts = argument.bytes.dropFirst(2)
      .split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      .map { BytePath(bytes: $0) }
    let name = parts[0].displayed
    guard let option = known.first(where: { $0.name == name }) else { throw unknown(long: name) }
    try take(option, attached: parts.count > 1 ? parts[1] : nil)
  }

  /// `-a`, `-ab` for two flags, `-o value` or `-ovalue`.
  private mutating func take(short argument: BytePath) throws(Failure) {
    var letters = argument.bytes.dropFirst()
    while let letter = letters.popFirst() {
      let character = Character(Unicode.Scalar(letter))
      guard let option = known.first(where: { $0.short == character }) else {
        let written = BytePath(bytes: [UInt8(ascii: "-"), letter])
        throw usage(
          "there is no option \(written)",
          "write ./\(argument), or -- before it, if a file is meant")
      }
      if case .flag = option.value {
        try take(option, attached: nil)
      } else {
        try take(option, attached: letters.isEmpty ? nil : BytePath(bytes: letters))
        return
      }
    }
  }

  private mutating func take(
    _ option: CommandOption, attached: BytePath?
  ) throws(Failure) {
    if option.availability == .later {
      throw Failure.notYet("--\(option.name)", for: command)
    }
    if values[option.name] != nil && !option.repeated {
      throw usage("--\(option.name) is given twice")
    }
    guard let placeholder = option.placeholder else {
      if let attached {
        throw usage("--\(option.name) takes no value, so \(attached) cannot be given")
      }
      values[option.name, default: []].append("")
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw usage("--\(option.name) needs a value: --\(option.name) \(placeholder)")
    }
    // A forgotten value must not swallow the option behind it.
    if attached == nil, known.contains(where: { BytePath("--" + $0.name) == value }) {
      throw usage(
        "--\(option.name) needs a value, and \(value) is an option",
        "write --\(option.name)=\(value) if it is meant as the value")
    }
    try ValueCheck.check(value, of: option, for: command)
    values[option.name, default: []].append(value)
  }

  // MARK: Failures

  private func unknown(long name: String) -> Failure {
    if let command {
      let nearest = NearestWord.of(name, among: known.map(\.name))
      return usage(
        "\(command.name) has no option --\(name)", nearest.map { "did you mean --\($0)?" })
    }
    if let owner = CommandTable.all.first(where: { $0.options.contains { $0.name == name } }) {
      return usage(
        "--\(name) belongs behind the command", "for example: minilab \(owner.name) --\(name)")
    }
    let nearest = NearestWord.of(name, among: known.map(\.name))
    return usage("there is no option --\(name)", nearest.map { "did you mean --\($0)?" })
  }

  private func usage(_ message: String, _ hint: String? = nil) -> Failure {
    .usage(message, hint, for: command)
  }
}

extension CommandTable {
  static func unknownCommand(_ name: String) -> Failure {
    let nearest = NearestWord.of(name, among: all.map(\.name))
    return .usage(
      "there is no command \(BytePath(name).displayed)", nearest.map { "did you mean \($0)?" })
  }
}
