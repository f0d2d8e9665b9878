/// One reading of a text: gathers every problem instead of stopping at the first.
final class Reading {
  private let file: String
  private(set) var problems: [Problem] = []
  /// Whether the manifest selects by a table, so that an unknown variable may be its column.
  var hasTable = false
  /// Variables that some value uses.
  var used: Set<String> = []

  /// - Parameter file: the name that problems carry.
  init(file: String) { self.file = file }

  func refuse(_ position: Position, _ message: String, _ hint: String? = nil) {
    problems.append(
      Problem(
        file: file, line: position.line, column: position.column, message: message, hint: hint))
  }

  /// What the grammar allows and a later version does.
  func notYet(_ position: Position, _ what: String) {
    problems.append(
      Problem(
        .notYet, file: file, line: position.line, column: position.column,
        message: "\(what) is not available yet"))
  }

  func throwProblems() throws(ManifestErrors) {
    if !problems.isEmpty { throw ManifestErrors(problems) }
  }

  /// What makes going on pointless.
  func failure(_ position: Position, _ message: String, _ hint: String? = nil) -> ManifestErrors {
    refuse(position, message, hint)
    return ManifestErrors(problems)
  }
}
