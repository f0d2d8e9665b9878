/// Colours of a terminal, and only where they are wanted.
enum Paint {
  static func red(_ text: String, _ wanted: Bool) -> String { paint(text, 31, wanted) }

  private static func paint(_ text: String, _ code: Int, _ wanted: Bool) -> String {
    wanted ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
