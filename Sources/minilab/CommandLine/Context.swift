import Files
import Glibc
import Manifest

/// What surrounds a command.
struct Context: Sendable {
  let output: Output
  let terminal: Terminal
  /// Absolute.
  let folder: BytePath
  /// An environment variable; nil if it is not set.
  let variable: @Sendable (String) -> BytePath?

  static func current(json: Bool) -> Context {
    let variable: @Sendable (String) -> BytePath? = { name in
      getenv(name).map {
        BytePath(bytes: UnsafeRawBufferPointer(start: $0, count: strlen($0)))
      }
    }
    let terminal = Terminal.current(noColor: variable("NO_COLOR"), kind: variable("TERM"))
    let folder = getcwd(nil, 0).map { text in
      defer { free(text) }
      return BytePath(bytes: UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
    return Context(
      output: Output(
        json: json, colour: terminal.error && terminal.colour,
        journal: Journal.isListening(variable)), terminal: terminal,
      folder: folder ?? "/", variable: variable)
  }

  /// Asks on a terminal; agreed at once with `--yes`; refused where nobody can answer.
  func confirm(_ question: String, _ invocation: Invocation) throws(Failure) {
    try terminal.confirm(question, yes: invocation.yes, output: output)
  }
}
