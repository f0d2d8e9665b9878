/// What shells complete, made from the table.
enum Completions {
  enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }

  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash()
    case .zsh: zsh()
    case .fish: fish()
    }
  }

  private static let commands = CommandTable.all.filter { $0.availability == .now }

  private static func options(_ command: Command) -> [CommandOption] {
    command.options.filter { $0.availability == .now } + CommandTable.global
  }

  /// Words that the first operand may be.
  private static func words(_ command: Command) -> [String] {
    command.forms.flatMap { form -> [String] in
      if case .word(let word) = form.sign { return [word] }
      guard case .choice(let words)? = form.operands.first?.kind else { return [] }
      return words
    }
  }

  // MARK: bash

  private static func bash() -> String {
    var lines = [
      "# bash completion for minilab",
      "_minilab() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} command= place",
      "  for ((place = 1; place < COMP_CWORD; place++)); do",
      "    case ${COMP_WORDS[place]} in",
      "      --library) ((place++)) ;;",
      "      -*) ;;",
      "      *) command=${COMP_WORDS[place]}; break ;;",
      "    esac",
      "  done",
      "  local words=",
      "  case $command in",
      "    '') words='\((commands.map(\.name) + flags(CommandTable.global)).joined(separator: " "))' ;;",
    ]
    for command in commands {
      let all = words(command) + flags(options(command))
      lines.append("    \(command.name)) words='\(all.joined(separator: " "))' ;;")
    }
    lines += [
      "  esac",
      "  # Operands are files, for most commands.",
      "  if [[ $word == -* || -z $command || $words != -* ]]; then",
      "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")",
      "  fi",
      "}",
      "complete -o bashdefault -o default -F _minilab minilab",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func flags(_ options: [CommandOption]) -> [String] {
    options.map { "--" + $0.name }
  }

  // MARK: zsh

  private static func zsh() -> String {
    var lines = [
      "#compdef minilab",
      "_minilab() {",
      "  local -a commands",
      "  commands=(",
    ]
    lines += commands.map { "    '\($0.name):\(escaped($0.summary))'" }
    lines += [
      "  )",
      "  local context state line",
      "  _arguments -C \\",
    ]
    lines += CommandTable.global.map { "    \(zshOption($0)) \\" }
    lines += [
      "    '1:command:->command' '*::operand:->operand'",
      "  case $state in",
      "    command) _describe command commands ;;",
      "    operand)",
      "      case $line[1] in",
    ]
    for command in commands {
      let operands =
        words(command).isEmpty
        ? "'*:file:_files'" : "'1:word:(\(words(command).joined(separator: " ")))' '*:file:_files'"
      let all = (options(command).map { zshOption($0) } + [operands]).joined(separator: " ")
      lines.append("        \(command.name)) _arguments \(all) ;;")
    }
    lines += [
      "      esac ;;",
      "  esac",
      "}",
      "if [[ $funcstack[1] == _minilab ]]; then _minilab \"$@\"; else compdef _minilab minilab; fi",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func zshOption(_ option: CommandOption) -> String {
    let explained = "[\(escaped(option.summary))]"
    let repeated = option.repeated ? "*" : ""
    let value =
      switch option.value {
      case .flag: ""
      case .path: ":file:_files"
      case .choice(let words): ":word:(\(words.joined(separator: " ")))"
      case .integer, .text, .assignment: ":value: "
      }
    return "'\(repeated)--\(option.name)\(explained)\(value)'"
  }

  /// For single quotes, brackets and colons.
  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "'": "'\\''"
      case "[", "]", ":": "\\\(character)"
      default: String(character)
      }
    }.joined()
  }

  // MARK: fish

  private static func fish() -> String {
    let names = commands.map(\.name).joined(separator: " ")
    var lines = [
      "# fish completion for minilab",
      "function __minilab_needs_command",
      "  not __fish_seen_subcommand_from \(names)",
      "end",
    ]
    lines += CommandTable.global.map { "complete -c minilab" + fishOption($0) }
    for command in commands {
      lines.append(
        "complete -c minilab -f -n __minilab_needs_command -a \(command.name)"
          + " -d \(fishQuoted(command.summary))")
      let condition = "complete -c minilab -n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.options where option.availability == .now {
        lines.append(condition + fishOption(option))
      }
      if !words(command).isEmpty {
        lines.append(condition + " -f -a \(fishQuoted(words(command).joined(separator: " ")))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishOption(_ option: CommandOption) -> String {
    let short = option.short.map { " -s \($0)" } ?? ""
    let value =
      switch option.value {
      case .flag: ""
      case .path: " -r -F"
      case .choice(let words): " -x -a \(fishQuoted(words.joined(separator: " ")))"
      case .integer, .text, .assignment: " -x"
      }
    return "\(short) -l \(option.name)\(value) -d \(fishQuoted(option.summary))"
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
