/// `minilab completions bash|zsh|fish`
enum CompletionsCommand {
  static func run(_ invocation: Invocation, _ context: Context) -> ExitStatus {
    if let shell = invocation.words.first.flatMap(Completions.Shell.init(rawValue:)) {
      context.output.text(Completions.text(for: shell))
    }
    return .done
  }
}
