import Files
import Glibc
import Manifest

/// What a person may be sitting at.
struct Terminal: Sendable {
  let input: Bool
  let output: Bool
  let error: Bool
  /// Whether colour is wanted where there is a terminal: https://no-color.org
  let colour: Bool

  static func current(noColor: BytePath?, kind: BytePath?) -> Terminal {
    Terminal(
      input: StandardStream.input.isTerminal, output: StandardStream.output.isTerminal,
      error: StandardStream.error.isTerminal,
      colour: (noColor?.isEmpty ?? true) && kind != "dumb")
  }

  /// Columns now; people change their windows. 80 if nobody knows.
  var width: Int {
    var size = winsize()
    for stream in [StandardStream.output, .error] {
      if ioctl(stream.raw, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
        return Int(size.ws_col)
      }
    }
    return 80
  }

  /// Asks a question that is answered with yes or no; no unless the answer says yes.
  func confirm(
    _ question: String, yes: Bool, output: Output,
    answer: () -> String? = { readLine() }
  ) throws(Failure) {
    if yes { return }
    guard input && error else {
      throw Failure(
        .userDenied, "nobody is here to answer: \(question)",
        hint: "give --yes to agree")
    }
    output.message(question + " [y/N] ")
    let given = answer()?.lowercased() ?? ""
    if given != "y" && given != "yes" {
      throw Failure(.userDenied, "not done, since the answer was no")
    }
  }
}
