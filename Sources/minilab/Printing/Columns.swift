/// How wide text is on a terminal.
enum Columns {
  /// An upper bound: sequences that a terminal may join into one picture count each part.
  static func count(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + count($1) }
  }

  /// The longest beginning that fits, with "…" for what is missing.
  static func fit(_ text: String, _ width: Int) -> String {
    if count(text) <= width { return text }
    if width < 1 { return "" }
    var kept = ""
    var used = 1
    for character in text {
      used += count(String(character))
      if used > width { break }
      kept.append(character)
    }
    return kept + "…"
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - count(text)))
  }

  static func count(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return scalar.value < 0x20 || scalar.value == 0x7f ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    return scalar.properties.isEmojiPresentation || wide.contains { $0 ~= scalar.value } ? 2 : 1
  }

  /// East Asian Width W and F, by blocks (Unicode Standard Annex 11).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
    0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff,
    0x20000...0x3fffd,
  ]
}
