import Files
import Manifest

/// `minilab ops [NAME]`
enum OpsCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) -> ExitStatus {
    let output = context.output
    guard let name = invocation.words.first else {
      output.text(list())
      for operation in OperationTable.all { output.json("operation", OpsJSON.object(operation)) }
      output.end(count: OperationTable.all.count)
      return .done
    }
    guard let operation = OperationTable.find(name) else {
      let nearest = NearestWord.of(name, among: OperationTable.all.map(\.name))
      throw .usage(
        "there is no operation \(BytePath(name).displayed)",
        nearest.map { "did you mean \($0)?" } ?? "minilab ops lists them", for: invocation.command)
    }
    output.text(text(operation))
    output.json("operation", OpsJSON.object(operation))
    return .done
  }

  // MARK: Text

  private static func list() -> String {
    var lines = ["Operations of an edit, done in the order written:"]
    for operation in OperationTable.all {
      lines += TextWrap.entry(
        operation.name, operation.summary, column: 18, width: Help.width)
    }
    lines += ["", "More on each: minilab ops NAME"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ operation: OperationSpec) -> String {
    var lines = TextWrap.lines("\(operation.name): \(operation.summary).", width: Help.width)
    for (index, form) in operation.forms.enumerated() where !form.parameters.isEmpty {
      lines += ["", index == 0 ? "Parameters:" : "Or:"]
      for parameter in form.parameters {
        lines += TextWrap.entry(
          parameter.name, explanation(parameter), column: 16, width: Help.width)
      }
    }
    if let shorthand = operation.shorthand {
      lines += ["", "A value alone is its \(shorthand): \(operation.name): VALUE"]
    }
    lines += ["", "Example:", "    edit:", "      - \(operation.example)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func explanation(_ parameter: Parameter) -> String {
    var text = "\(parameter.summary); \(parameter.kind.expectation)"
    if parameter.isRequired {
      text += "; required"
    } else if let value = parameter.defaultValue {
      text += " (default: \(shown(value)))"
    }
    return text
  }

  /// As a manifest would have it.
  private static func shown(_ value: Operation.Value) -> String {
    if case .text(let text) = value { text } else { JSONValue(value).text }
  }
}
