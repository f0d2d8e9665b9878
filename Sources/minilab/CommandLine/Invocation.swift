import Files

/// A command line that was understood.
struct Invocation: Sendable {
  let command: Command
  /// The word that tells the form (`roots add`: "add"); nil where the form has none.
  let word: String?
  /// Without that word.
  let operands: [BytePath]
  /// What was given for each option, by name; a flag has an empty value for each time.
  private let values: [String: [BytePath]]

  init(
    _ command: Command, word: String? = nil, operands: [BytePath] = [],
    values: [String: [BytePath]] = [:]
  ) {
    self.command = command
    self.word = word
    self.operands = operands
    self.values = values
  }

  /// Operands of a kind that the parser has checked to be UTF-8.
  var words: [String] { operands.map(\.displayed) }

  func isGiven(_ option: String) -> Bool { !given(option).isEmpty }
  func path(_ option: String) -> BytePath? { given(option).first }
  func text(_ option: String) -> String? { given(option).first?.text }
  func texts(_ option: String) -> [String] { given(option).compactMap(\.text) }
  func integer(_ option: String) -> Int? { text(option).flatMap { Int($0) } }

  /// NAME=VALUE options as a dictionary.
  func assignments(_ option: String) -> [String: String] {
    var all: [String: String] = [:]
    for text in texts(option) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      all[String(parts[0])] = String(parts[1])
    }
    return all
  }

  var library: BytePath? { path("library") }
  var json: Bool { isGiven("json") }
  var yes: Bool { isGiven("yes") }

  private func given(_ option: String) -> [BytePath] {
    assert(
      (command.options + CommandTable.global).contains { $0.name == option },
      "\(command.name) has no option \(option)")
    return values[option] ?? []
  }
}
