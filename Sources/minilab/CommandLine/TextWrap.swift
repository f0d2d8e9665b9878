/// Breaks text into lines at spaces.
enum TextWrap {
  /// - Parameters:
  ///   - width: columns of a whole line, indent included. Longer words stand alone.
  ///   - indent: spaces before every line.
  static func lines(_ text: String, width: Int, indent: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty && Columns.count(line) + 1 + Columns.count(String(word)) > width - indent {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [margin + line]
  }

  /// A term with its explanation beside it, or below where the term is too long.
  static func entry(
    _ term: String, _ text: String, column: Int, width: Int, indent: Int = 2
  ) -> [String] {
    let explained = lines(text, width: width, indent: column)
    let head = String(repeating: " ", count: indent) + term
    let room = column - Columns.count(head)
    guard room >= 2, let first = explained.first else { return [head] + explained }
    return [head + String(repeating: " ", count: room) + first.dropFirst(column)]
      + explained.dropFirst()
  }
}
