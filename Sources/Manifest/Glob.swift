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
    run(path.bytes).steps.contains(program.count - 1)
  }

  /// Whether something below a folder may match, so that a walk can leave out the others.
  /// - Parameter folder: relative to where patterns begin; empty for that place itself.
  public func mayMatch(below folder: BytePath) -> Bool {
    folder.isEmpty || !run(folder.bytes + [slash]).steps.isEmpty
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

  /// Where a run stands after all of the text.
  private func run(_ text: [UInt8]) -> GlobRun {
    var rest = text[...]
    var run = GlobRun(program)
    var next = Self.character(&rest)
    run.start(dotAhead: next == dot)
    while let character = next, !run.steps.isEmpty {
      next = Self.character(&rest)
      run.take(character, dotAhead: character == UInt32(slash) && next == dot)
    }
    return run
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

/// All steps that a run is at, at the same time. Its room is used again for every character.
private struct GlobRun {
  private let program: [GlobStep]
  private(set) var steps: [Int] = []
  private var before: [Int] = []
  private var open: [Int] = []
  /// The character at which each step was reached last.
  private var reached: [Int]
  private var count = 0

  init(_ program: [GlobStep]) {
    self.program = program
    reached = Array(repeating: -1, count: program.count)
  }

  /// - Parameter dotAhead: whether a name that begins with a dot comes next.
  mutating func start(dotAhead: Bool) { reach(0, dotAhead) }

  mutating func take(_ character: UInt32, dotAhead: Bool) {
    swap(&steps, &before)
    steps.removeAll(keepingCapacity: true)
    count += 1
    for step in before where program[step].takes(character) { reach(step + 1, dotAhead) }
  }

  private mutating func reach(_ step: Int, _ dotAhead: Bool) {
    open.append(step)
    while let step = open.popLast() {
      if reached[step] == count { continue }
      reached[step] = count
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
