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
    let now = OperationTable.all.filter { $0.availability != .later }
    let later = OperationTable.all.filter { $0.availability == .later }
    var lines = ["Operations of an edit, done in the order written:"]
    for operation in now {
      lines += TextWrap.entry(
        operation.name, operation.summary, column: 18, width: Help.width)
    }
    if !later.isEmpty {
      lines += ["", "Coming later:"]
      lines += TextWrap.lines(
        later.map(\.name).joined(separator: " "), width: Help.width, indent: 2)
    }
    lines += ["", "More on each: minilab ops NAME"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ operation: OperationSpec) -> String {
    var lines = TextWrap.lines("\(operation.name): \(operation.summary).", width: Help.width)
    if operation.availability == .later { lines += ["", "Planned, and not there yet."] }
    for (index, form) in operation.forms.enumerated() where !form.parameters.isEmpty {
      let later = form.availability == .later && operation.availability != .later
      let title = index == 0 ? "Parameters" : "Or"
      lines += ["", title + (later ? " (planned, and not there yet):" : ":")]
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
    return text + (limits(parameter.availability).map { ". " + $0 } ?? "")
  }

  /// What this version cannot do yet; nil where it can do all.
  private static func limits(_ availability: Availability) -> String? {
    switch availability {
    case .now: nil
    case .later: "Planned, and not there yet"
    case .exceptFor(let values): "Not there yet: " + values.map(shown).joined(separator: ", ")
    case .onlyFor(let values): "So far only: " + values.map(shown).joined(separator: ", ")
    case .onlyForMultiples(let step): "So far only multiples of \(JSONValue.number(step).text)"
    }
  }

  /// As a manifest would have it.
  private static func shown(_ value: Operation.Value) -> String {
    if case .text(let text) = value { text } else { JSONValue(value).text }
  }
}
