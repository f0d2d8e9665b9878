/// What the table says of one command.
struct Command: Sendable {
  /// Whether this version has it. What it has not is refused by name.
  enum Availability: Sendable { case now, later }

  enum Group: String, Sendable, CaseIterable {
    case photos = "Work on photos"
    case queue = "The queue"
    case library = "The library"
    case history = "History"
    case manifests = "Manifests"
    case program = "About minilab"
  }

  let name: String
  let group: Group
  /// One line, without a full stop.
  let summary: String
  /// Paragraphs.
  let description: [String]
  /// The ways to write it; the first that fits counts.
  let forms: [Form]
  /// Its own; the global ones go with every command.
  let options: [CommandOption]
  /// Of these options one must be given; empty: none need be.
  let oneOf: [String]
  let examples: [Example]
  let exits: [ExitStatus]
  let availability: Availability

  init(
    _ name: String, _ group: Group, _ summary: String, _ description: [String] = [],
    forms: [Form] = [Form()], options: [CommandOption] = [], oneOf: [String] = [],
    examples: [Example] = [], exits: [ExitStatus] = [.done, .failed, .usage],
    availability: Availability = .now
  ) {
    self.name = name
    self.group = group
    self.summary = summary
    self.description = description
    self.forms = forms
    self.options = options
    self.oneOf = oneOf
    self.examples = examples
    self.exits = exits
    self.availability = availability
  }
}

/// A line to type and what it does.
struct Example: Sendable {
  let line: String
  let effect: String

  init(_ line: String, _ effect: String) {
    self.line = line
    self.effect = effect
  }
}

/// One way to write a command: what tells it from the others, and its operands.
struct Form: Sendable {
  enum Sign: Sendable, Equatable {
    case none
    /// The first operand is this word.
    case word(String)
    /// This option is given.
    case option(String)
  }

  let sign: Sign
  let operands: [Operand]

  init(_ operands: Operand..., sign: Sign = .none) {
    self.operands = operands
    self.sign = sign
  }
}

/// An argument that is not an option.
struct Operand: Sendable {
  enum Kind: Sendable {
    /// Any bytes.
    case path
    case text
    case choice([String])
  }

  let name: String
  let count: ClosedRange<Int>
  let kind: Kind

  static func one(_ name: String, _ kind: Kind = .path) -> Operand {
    Operand(name: name, count: 1...1, kind: kind)
  }
  static func optional(_ name: String, _ kind: Kind = .path) -> Operand {
    Operand(name: name, count: 0...1, kind: kind)
  }
  static func many(_ name: String, _ kind: Kind = .path) -> Operand {
    Operand(name: name, count: 1...Int.max, kind: kind)
  }
  static func any(_ name: String, _ kind: Kind = .path) -> Operand {
    Operand(name: name, count: 0...Int.max, kind: kind)
  }

  /// As usage lines show it.
  var usage: String {
    let shown = count.upperBound > 1 ? name + "…" : name
    return count.lowerBound == 0 ? "[\(shown)]" : shown
  }
}

struct CommandOption: Sendable {
  enum Value: Sendable {
    /// Given or not; takes no value.
    case flag
    case integer(ClosedRange<Int>)
    case text(String)
    /// Any bytes.
    case path(String)
    /// NAME=VALUE.
    case assignment
    case choice([String])
  }

  /// Without the dashes.
  let name: String
  let short: Character?
  let value: Value
  let summary: String
  /// What holds where it is not given, for help; nil: nothing to say.
  let standard: String?
  let repeated: Bool
  /// Makes sense only beside this option.
  let needs: String?
  let availability: Command.Availability

  init(
    _ name: String, _ value: Value = .flag, _ summary: String, short: Character? = nil,
    standard: String? = nil, repeated: Bool = false, needs: String? = nil,
    availability: Command.Availability = .now
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.summary = summary
    self.standard = standard
    self.repeated = repeated
    self.needs = needs
    self.availability = availability
  }

  /// What stands for the value in help; nil for a flag.
  var placeholder: String? {
    switch value {
    case .flag: nil
    case .integer: "N"
    case .text(let name), .path(let name): name
    case .assignment: "NAME=VALUE"
    case .choice(let words): words.joined(separator: "|")
    }
  }
}
