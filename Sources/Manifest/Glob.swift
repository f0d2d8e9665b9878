public import Files

/// A pattern for paths: `*` and `?` within a name, `**` for any folders, `[a-z]`, `[!a-z]`,
/// `{jpg,png}`, `\` before a character to take it literally. ASCII case is ignored, and no
/// wildcard matches a name that begins with a dot. It works on bytes: what is not UTF-8 counts byte
/// by byte. Time grows with pattern × path, never faster.
public struct Glob: Sendable, Hashable {
  /// Why a pattern is none.
  public struct Mistake: Error, Sendable, Equatable {
    public let message: String
    public let hint: String?
  }

  /// As written.
  public let pattern: String
  private let program: [GlobStep]

  public init(_ pattern: String) throws(Mistake) {
    self.pattern = pattern
    program = try GlobCompiler.compile(pattern)
  }

  public func matches(_ path: BytePath) -> Bool {
    run(path.bytes).contains(program.count - 1)
  }

  /// Whether something below a folder may match, so that a walk can leave out the others.
  /// - Parameter folder: relative to where patterns begin; empty for that place itself.
  public func mayMatch(below folder: BytePath) -> Bool {
    folder.isEmpty || !run(folder.bytes + [slash]).isEmpty
  }

  /// The folders that every match lies in. It ends before the first name with a letter, because
  /// the pattern ignores case and a file system does not.
  public var literalPrefix: BytePath {
    let names = pattern.utf8.split(separator: slash, omittingEmptySubsequences: false).dropLast()
    let literal = names.prefix { name in
      name.allSatisfy { byte in
        !("a"..."z").contains(Unicode.Scalar(byte | 0x20))
          && !Array("*?[]{},\\".utf8).contains(byte)
      }
    }
    return BytePath(
      bytes: literal.filter { Array($0) != [UInt8(ascii: ".")] }.map(Array.init)
        .joined(separator: [slash]))
  }

  // MARK: Running

  /// The steps that are reached after all of the text.
  private func run(_ text: [UInt8]) -> Set<Int> {
    var rest = text[...]
    var reached = Reached(program)
    var isNameStart = true
    var next = Self.character(&rest)
    reached.add(0, dotAhead: isNameStart && next == dot)
    while let character = next {
      next = Self.character(&rest)
      isNameStart = character == UInt32(slash)
      var after = Reached(program)
      for step in reached.steps where program[step].takes(character) {
        after.add(step + 1, dotAhead: isNameStart && next == dot)
      }
      reached = after
      if reached.steps.isEmpty { break }
    }
    return Set(next == nil ? reached.steps : [])
  }

  /// The next UTF-8 character; a byte that begins none as a number beyond all characters.
  private static func character(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
    guard let first = rest.first else { return nil }
    if first < 0x80 {
      rest.removeFirst()
      return UInt32(first)
    }
    var parser = Unicode.UTF8.ForwardParser()
    var input = rest.makeIterator()
    if case .valid(let encoded) = parser.parseScalar(from: &input) {
      rest = rest.dropFirst(encoded.count)
      return Unicode.UTF8.decode(encoded).value
    }
    rest.removeFirst()
    return 0x11_0000 + UInt32(first)
  }
}

/// The set of steps that one moment of a run is at.
private struct Reached {
  private let program: [GlobStep]
  private var seen: [Bool]
  private(set) var steps: [Int] = []

  init(_ program: [GlobStep]) {
    self.program = program
    seen = Array(repeating: false, count: program.count)
  }

  /// - Parameter dotAhead: whether a name that begins with a dot comes next.
  mutating func add(_ start: Int, dotAhead: Bool) {
    var open = [start]
    while let step = open.popLast() {
      if seen[step] { continue }
      seen[step] = true
      switch program[step] {
      case .jump(let targets): open += targets
      case .noDot: if !dotAhead { open.append(step + 1) }
      default: steps.append(step)
      }
    }
  }
}

private let slash = UInt8(ascii: "/")
private let dot = UInt32(UInt8(ascii: "."))
