/// A place in a text, counted from 1, columns in characters.
struct Position: Hashable, Comparable {
  var line: Int
  var column: Int

  static func < (a: Position, b: Position) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// One mistake in a manifest or in a table that it names.
public struct Problem: Sendable, Hashable, CustomStringConvertible {
  /// `MANIFEST_INVALID`, or `NOT_YET` for what a later version does.
  public let code: ErrorCode
  /// The file's name as people may see it.
  public let file: String
  /// Counted from 1.
  public let line: Int
  /// Counted from 1, in characters.
  public let column: Int
  /// What is wrong, and what would be right.
  public let message: String
  /// What was probably meant, or what to do.
  public let hint: String?

  public init(
    _ code: ErrorCode = .manifestInvalid, file: String, line: Int, column: Int, message: String,
    hint: String? = nil
  ) {
    self.code = code
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
  }

  public var description: String {
    "\(file):\(line):\(column): \(message)" + (hint.map { " (\($0))" } ?? "")
  }
}

/// All mistakes of a text at once, in order of position. Never empty.
public struct ManifestErrors: Error, Sendable, Hashable, CustomStringConvertible {
  public let problems: [Problem]

  /// Sorts, and drops what is said twice because an alias repeats it.
  public init(_ problems: [Problem]) {
    var seen: Set<Problem> = []
    self.problems = problems.filter { seen.insert($0).inserted }.enumerated()
      .sorted { ($0.1.line, $0.1.column, $0.0) < ($1.1.line, $1.1.column, $1.0) }
      .map(\.1)
  }

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
