/// What a key or a parameter may hold.
public indirect enum Kind: Sendable, Hashable {
  case flag
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  /// Any text that is not empty; the word says what it is, as in "a name".
  case text(String)
  /// One of these, as written.
  case word([String])
  /// Pixels of the full-size picture, or a share written "N%".
  case length(ClosedRange<Double>)
  /// A CSS colour.
  case color
  /// A CSS colour that hides what lies behind it.
  case opaqueColor
  /// Width to height: "3:2", or a number.
  case ratio
  /// "800x600".
  case size
  /// Both sides at once: one number for a square, or "800x600".
  case box
  /// "90s", "2m", "1h", "500ms" or seconds; its value is milliseconds.
  case duration
  case list(Kind, count: ClosedRange<Int>)
  case oneOf([Kind])
  /// Keys with values; its value is a list of pairs of name and value.
  case mapping([Parameter])
  /// A list of operations.
  case operations
  /// The entries of `select`.
  case entries
  /// The entries of `outputs`.
  case outputs
  /// Names with values.
  case variables

  public static let anyNumber = Kind.number(
    -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
  static let positiveLength = Kind.length(1...1_000_000)
  static let share = Kind.number(0...1)
  static let signedShare = Kind.number(-1...1)

  static func words<Words: CaseIterable & RawRepresentable<String>>(_ type: Words.Type) -> Kind {
    .word(type.allCases.map(\.rawValue))
  }

  /// As it follows "must be".
  public var expectation: String {
    switch self {
    case .flag: "true or false"
    case .integer(let range) where range.count == 1: "\(range.lowerBound)"
    case .integer(let range):
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      self == .anyNumber
        ? "a number" : "a number from \(shown(range.lowerBound)) to \(shown(range.upperBound))"
    case .text(let what): what
    case .word(let words):
      words.count == 1 ? "'\(words[0])'" : "one of " + words.joined(separator: ", ")
    case .length(let range):
      "a length in pixels from \(shown(range.lowerBound)) to \(shown(range.upperBound)) or \"N%\""
    case .color: "a CSS colour such as \"#ff8800\" or orange"
    case .opaqueColor: "an opaque CSS colour such as \"#ff8800\" or orange"
    case .ratio: "a ratio such as \"3:2\""
    case .size: "a size such as \"800x600\""
    case .box: "a number of pixels or a size such as \"800x600\""
    case .duration: "a time such as 90s, 2m or 1h, at most 24h"
    case .list(let kind, let count):
      count.lowerBound == count.upperBound
        ? "a list of \(count.lowerBound) values, each \(kind.expectation)"
        : "a list, each \(kind.expectation)"
    case .oneOf(let kinds):
      kinds.map { kind in
        if case .list(let element, _) = kind, kinds.contains(element) { return "a list of such" }
        return kind.expectation
      }.joined(separator: ", or ")
    case .mapping(let parameters):
      "a mapping with " + parameters.map(\.name).joined(separator: ", ")
    case .operations: "a list of operations"
    case .entries: "a list of globs and entries"
    case .outputs: "a list of outputs"
    case .variables: "a mapping of names to values"
    }
  }

  /// Words that a person may have misspelt.
  var words: [String] {
    switch self {
    case .word(let words): words
    case .oneOf(let kinds): kinds.flatMap(\.words)
    case .list(let kind, _): kind.words
    case .color, .opaqueColor: Color.names.keys.sorted()
    default: []
    }
  }
}

/// One parameter of an operation, or one key.
public struct Parameter: Sendable, Hashable {
  public let name: String
  public let kind: Kind
  /// What holds where it is left out; nil if nothing does.
  public let defaultValue: Operation.Value?
  public let isRequired: Bool
  /// One sentence without a full stop.
  public let summary: String
  public let availability: Availability

  init(
    _ name: String, _ kind: Kind, default defaultValue: Operation.Value? = nil,
    isRequired: Bool = false, when availability: Availability = .now, _ summary: String
  ) {
    self.name = name
    self.kind = kind
    self.defaultValue = defaultValue
    self.isRequired = isRequired
    self.summary = summary
    self.availability = availability
  }
}

/// Whether this version can do what the grammar allows.
public enum Availability: Sendable, Hashable {
  case now
  case later
  /// All values but these.
  case exceptFor([Operation.Value])
  /// These values only.
  case onlyFor([Operation.Value])

  /// What people should know; nil if all is available.
  public var note: String? {
    func list(_ values: [Operation.Value]) -> String {
      values.map(\.shown).joined(separator: ", ")
    }
    return switch self {
    case .now: nil
    case .later: "not available yet"
    case .exceptFor(let values): "not available yet: " + list(values)
    case .onlyFor(let values): "available now: " + list(values)
    }
  }

  /// For a list, whether it holds for every element.
  func holds(for value: Operation.Value) -> Bool {
    if case .list(let values) = value, !values.isEmpty, self != .later {
      return values.allSatisfy(holds)
    }
    return switch self {
    case .now: true
    case .later: false
    case .exceptFor(let values): !values.contains(value)
    case .onlyFor(let values): values.contains(value)
    }
  }
}

extension Operation.Value: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral
{
  public init(arrayLiteral elements: Operation.Value...) { self = .list(elements) }

  public init(stringLiteral value: String) { self = .text(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .flag(value) }
}
