import Files
import Manifest

/// Whether one value fits what the table says of it.
enum ValueCheck {
  static func check(
    _ value: BytePath, of option: CommandOption, for command: Command?
  ) throws(Failure) {
    let name = "--" + option.name
    switch option.value {
    case .flag:
      break
    case .path:
      if value.isEmpty { throw Failure.usage("\(name) needs a path and got nothing", for: command) }
    case .text:
      try text(value, name, command)
    case .integer(let range):
      guard let text = value.text, let number = Int(text), range.contains(number) else {
        throw Failure.usage("\(name) needs \(words(range)), not \(quoted(value))", for: command)
      }
    case .assignment:
      try text(value, name, command)
      let equals = value.bytes.firstIndex(of: UInt8(ascii: "="))
      if equals == nil || equals == 0 {
        throw Failure.usage("\(name) needs NAME=VALUE, not \(quoted(value))", for: command)
      }
    case .choice(let words):
      try choice(value, of: words, name, command)
    }
  }

  static func check(
    _ value: BytePath, of operand: Operand, for command: Command?
  ) throws(Failure) {
    switch operand.kind {
    case .path:
      if value.isEmpty {
        throw Failure.usage("\(operand.name) is empty, a path is needed", for: command)
      }
    case .text: try text(value, operand.name, command)
    case .choice(let words): try choice(value, of: words, operand.name, command)
    }
  }

  private static func text(_ value: BytePath, _ name: String, _ command: Command?) throws(Failure) {
    if value.text == nil {
      throw Failure.usage("\(name) needs UTF-8 text, not \(quoted(value))", for: command)
    }
  }

  private static func choice(
    _ value: BytePath, of words: [String], _ name: String, _ command: Command?
  ) throws(Failure) {
    guard let text = value.text, words.contains(text) else {
      let list = words.joined(separator: " or ")
      throw Failure.usage("\(name) must be \(list), not \(quoted(value))", for: command)
    }
  }

  private static func words(_ range: ClosedRange<Int>) -> String {
    range.upperBound == .max
      ? "a whole number from \(range.lowerBound)"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }

  private static func quoted(_ value: BytePath) -> String { "\"\(value.displayed)\"" }
}
