import Files
import Manifest

/// Checks what has been read as a whole: form, number of operands, options that go together.
struct CommandLineCheck {
  let command: Command
  var operands: [BytePath]
  let values: [String: [BytePath]]

  func invocation() throws(Failure) -> Invocation {
    let form = try form()
    var operands = operands
    var word: String?
    if case .word(let sign) = form.sign {
      word = sign
      operands.removeFirst()
    }
    try checkOperands(operands, of: form)
    try checkOptions()
    return Invocation(command, word: word, operands: operands, values: values)
  }

  private func form() throws(Failure) -> Form {
    let fitting = command.forms.first { form in
      switch form.sign {
      case .none: true
      case .word(let word): operands.first == BytePath(word)
      case .option(let name): values[name] != nil
      }
    }
    let words = command.forms.compactMap { form in
      if case .word(let word) = form.sign { word } else { nil }
    }
    // A mistyped word must not pass for an operand of the form without one.
    if let fitting, words.isEmpty || fitting.sign != .none || operands.isEmpty { return fitting }
    let list = words.joined(separator: ", ")
    guard let given = operands.first?.displayed else {
      throw usage("\(command.name) needs one of: \(list)")
    }
    throw usage(
      "\(command.name) has no \(given), only \(list)",
      NearestWord.of(given, among: words).map { "did you mean \($0)?" })
  }

  private func checkOperands(_ operands: [BytePath], of form: Form) throws(Failure) {
    var needed = 0
    for operand in form.operands {
      needed += operand.count.lowerBound
      if needed > operands.count { throw usage("\(command.name) needs \(operand.usage)") }
    }
    var rest = operands[...]
    for operand in form.operands {
      needed -= operand.count.lowerBound
      let share = min(operand.count.upperBound, rest.count - needed)
      for value in rest.prefix(share) {
        try ValueCheck.check(value, of: operand, for: command)
      }
      rest = rest.dropFirst(share)
    }
    if let extra = rest.first {
      throw usage(
        form.operands.isEmpty
          ? "\(command.name) takes no operand, and \(extra) is one"
          : "\(extra) is one operand too many for \(command.name)")
    }
  }

  private func checkOptions() throws(Failure) {
    for option in command.options where values[option.name] != nil {
      if let needed = option.needs, values[needed] == nil {
        throw usage("--\(option.name) makes sense only with --\(needed)")
      }
    }
    if !command.oneOf.isEmpty && !command.oneOf.contains(where: { values[$0] != nil }) {
      let there = command.options.filter { $0.availability == .now }.map(\.name)
      let list = command.oneOf.filter(there.contains).map { "--" + $0 }.joined(separator: " or ")
      throw usage("\(command.name) needs \(list)")
    }
  }

  private func usage(_ message: String, _ hint: String? = nil) -> Failure {
    .usage(message, hint, for: command)
  }
}
