/// Progress as one line.
enum ProgressLine {
  /// For a terminal; never wider than `width`. What matters least is left out first.
  static func text(_ snapshot: ProgressSnapshot, width: Int, colour: Bool = false) -> String {
    let count = "\(snapshot.done)/\(snapshot.total)"
    guard Columns.count(count) <= width else { return Columns.fit(count, width) }
    var parts = [Part(count)]
    if snapshot.failed > 0 { parts.append(Part("\(snapshot.failed) failed", red: true)) }
    if let remaining = snapshot.remaining, snapshot.done < snapshot.total {
      parts.append(Part(Quantity.duration(seconds: remaining.rounded(.up)) + " left"))
    }
    if let rate = snapshot.history.rate { parts.append(Part(Quantity.rate(perSecond: rate))) }
    while parts.count > 1 && columns(parts) > width { parts.removeLast() }

    let text = parts.map { Paint.red($0.text, colour && $0.red) }.joined(separator: "  ")
    let room = min(40, width - columns(parts) - 4)
    return room >= 8 ? bar(snapshot, room) + "  " + text : text
  }

  /// For a log.
  static func plain(_ snapshot: ProgressSnapshot) -> String {
    var parts = ["\(snapshot.done) of \(snapshot.total) done"]
    if snapshot.skipped > 0 { parts.append("\(snapshot.skipped) skipped") }
    if snapshot.failed > 0 { parts.append("\(snapshot.failed) failed") }
    if snapshot.cancelled > 0 { parts.append("\(snapshot.cancelled) cancelled") }
    if let rate = snapshot.history.rate { parts.append(Quantity.rate(perSecond: rate)) }
    if let remaining = snapshot.remaining, snapshot.done < snapshot.total {
      parts.append(Quantity.duration(seconds: remaining.rounded(.up)) + " left")
    }
    return parts.joined(separator: ", ")
  }

  private struct Part {
    let text: String
    let red: Bool

    init(_ text: String, red: Bool = false) {
      self.text = text
      self.red = red
    }
  }

  private static func columns(_ parts: [Part]) -> Int {
    parts.reduce(-2) { $0 + 2 + Columns.count($1.text) }
  }

  private static func bar(_ snapshot: ProgressSnapshot, _ room: Int) -> String {
    let share = snapshot.total > 0 ? Double(snapshot.done) / Double(snapshot.total) : 0
    let filled = min(room, max(0, Int(share * Double(room))))
    return "[" + String(repeating: "=", count: filled)
      + String(repeating: " ", count: room - filled) + "]"
  }
}
