/// One step of a compiled glob. Characters are numbers: Unicode scalars, ASCII letters in lower
/// case in the pattern.
enum GlobStep: Sendable, Hashable {
  case character(UInt32)
  /// Any character but a slash.
  case any
  case oneOf([ClosedRange<UInt32>], isNegated: Bool)
  case jump([Int])
  /// Ends here where a name that begins with a dot comes next.
  case noDot
  case end

  /// Whether it takes a character of the path and moves to the step behind it.
  func takes(_ character: UInt32) -> Bool {
    switch self {
    case .character(let expected): return expected == lowercased(character)
    case .any: return character != slash
    case .oneOf(let ranges, let isNegated):
      if character == slash { return false }
      return ranges.contains {
        $0.contains(lowercased(character)) || $0.contains(uppercased(character))
      } != isNegated
    case .jump, .noDot, .end: return false
    }
  }
}

/// Turns a pattern into steps, in the manner of Thompson's matcher for regular expressions.
struct GlobCompiler {
  static let maximumLength = 4096
  static let maximumDepth = 32

  private var rest: ArraySlice<UInt32>
  private var steps: [GlobStep] = []
  /// Whether a name of the path begins here.
  private var isNameStart = true
  private var depth = 0

  static func compile(_ pattern: String) throws(Glob.Mistake) -> [GlobStep] {
    var characters = pattern.unicodeScalars.map(\.value)[...]
    func mistake(_ message: String, _ hint: String? = nil) -> Glob.Mistake {
      Glob.Mistake(message: message, hint: hint)
    }
    if characters.isEmpty { throw mistake("a glob must not be empty") }
    if characters.count > maximumLength {
      throw mistake("a glob has at most \(maximumLength) characters")
    }
    if characters.first == slash {
      throw mistake("a glob is relative to the root", "remove the '/' at its start")
    }
    if characters.last == slash {
      throw mistake("a glob matches files, not folders", "write '\(displayed(pattern))**'")
    }
    while characters.starts(with: [dot, slash]) { characters = characters.dropFirst(2) }
    if characters.split(separator: slash).contains([dot, dot]) {
      throw mistake("a glob must not contain '..'")
    }
    if pattern.contains("//") { throw mistake("a glob must not contain '//'") }
    var compiler = GlobCompiler(rest: characters)
    try compiler.sequence(within: false)
    return compiler.steps + [.end]
  }

  private init(rest: ArraySlice<UInt32>) { self.rest = rest }

  /// - Parameter isWithin: whether it stands between braces, where `,` and `}` end it.
  private mutating func sequence(within isWithin: Bool) throws(Glob.Mistake) {
    while let character = rest.first {
      if isWithin && (character == comma || character == close) { return }
      rest.removeFirst()
      switch character {
      case star: stars(isWithin)
      case question: wildcard(.any)
      case UInt32(UInt8(ascii: "[")): try characterClass()
      case UInt32(UInt8(ascii: "{")): try alternatives()
      case UInt32(UInt8(ascii: "\\")):
        guard let escaped = rest.popFirst() else {
          throw Glob.Mistake(message: "a glob must not end in '\\'", hint: nil)
        }
        literal(escaped)
      default: literal(character)
      }
    }
  }

  private mutating func literal(_ character: UInt32) {
    steps.append(.character(lowercased(character)))
    isNameStart = character == slash
  }

  private mutating func wildcard(_ step: GlobStep) {
    steps += [.noDot, step]
    isNameStart = false
  }

  /// `*`, or `**` where it is a whole name: any folders, or at the end of the pattern or of an
  /// alternative all that is below.
  private mutating func stars(_ isWithin: Bool) {
    var count = 1
    while rest.first == star {
      rest.removeFirst()
      count += 1
    }
    let next = rest.first
    let isEnd = next == nil || isWithin && (next == comma || next == close)
    if count > 1, isNameStart, next == slash {
      rest.removeFirst()
      folders()
    } else if count > 1, isNameStart, isEnd {
      folders()
      wildcard(.any)
      loop([.any])
    } else {
      steps.append(.noDot)
      loop([.any])
      isNameStart = false
    }
  }

  /// Any number of folders, none of them beginning with a dot.
  private mutating func folders() {
    let start = steps.count
    // 0: leave or go on; 1: no dot; 2: one character; 3: more or the slash; 4: one more; 5: back
    steps += [
      .jump([start + 1, start + 8]), .noDot, .any, .jump([start + 4, start + 6]), .any,
      .jump([start + 3]), .character(slash), .jump([start]),
    ]
    isNameStart = true
  }

  /// A step any number of times.
  private mutating func loop(_ body: [GlobStep]) {
    let start = steps.count
    steps.append(.jump([start + 1, start + body.count + 2]))
    steps += body
    steps.append(.jump([start]))
  }

  private mutating func alternatives() throws(Glob.Mistake) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw Glob.Mistake(message: "braces are nested too deep", hint: nil)
    }
    let nameStart = isNameStart
    let fork = steps.count
    var branches: [Int] = []
    var ends: [Int] = []
    var endsAtNameStart = true
    steps.append(.jump([]))
    while true {
      branches.append(steps.count)
      isNameStart = nameStart
      try sequence(within: true)
      endsAtNameStart = endsAtNameStart && isNameStart
      ends.append(steps.count)
      steps.append(.jump([]))
      guard let end = rest.popFirst() else {
        throw Glob.Mistake(
          message: "'{' without a '}'", hint: "a literal '{' is written '\\{'")
      }
      if end == close { break }
    }
    steps[fork] = .jump(branches)
    for end in ends { steps[end] = .jump([steps.count]) }
    isNameStart = endsAtNameStart
  }

  private mutating func characterClass() throws(Glob.Mistake) {
    let unclosed = Glob.Mistake(
      message: "'[' without a ']'", hint: "a literal '[' is written '\\['")
    var ranges: [ClosedRange<UInt32>] = []
    let isNegated =
      rest.first == UInt32(UInt8(ascii: "!")) || rest.first == UInt32(UInt8(ascii: "^"))
    if isNegated { rest.removeFirst() }
    var isFirst = true
    while true {
      guard var low = rest.popFirst() else { throw unclosed }
      if low == UInt32(UInt8(ascii: "]")), !isFirst { break }
      isFirst = false
      if low == UInt32(UInt8(ascii: "\\")) {
        guard let escaped = rest.popFirst() else { throw unclosed }
        low = escaped
      }
      var high = low
      if rest.first == UInt32(UInt8(ascii: "-")),
        rest.dropFirst().first != UInt32(UInt8(ascii: "]"))
      {
        rest.removeFirst()
        guard let end = rest.popFirst() else { throw unclosed }
        high = end
        if high < low {
          throw Glob.Mistake(message: "a range in '[…]' runs backwards", hint: nil)
        }
      }
      ranges.append(low...high)
    }
    wildcard(.oneOf(ranges, isNegated: isNegated))
  }
}

private func lowercased(_ character: UInt32) -> UInt32 {
  (0x41...0x5a).contains(character) ? character + 32 : character
}

private func uppercased(_ character: UInt32) -> UInt32 {
  (0x61...0x7a).contains(character) ? character - 32 : character
}

private let slash = UInt32(UInt8(ascii: "/"))
private let dot = UInt32(UInt8(ascii: "."))
private let star = UInt32(UInt8(ascii: "*"))
private let question = UInt32(UInt8(ascii: "?"))
private let comma = UInt32(UInt8(ascii: ","))
private let close = UInt32(UInt8(ascii: "}"))
