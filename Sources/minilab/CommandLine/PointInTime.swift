import Glibc
import Manifest

/// A time as a person writes it: `2026-11-30`, `2026-11-30 22:15`, in their time zone, or how long
/// ago it was: `90m`, `36h`, `7d`.
enum PointInTime {
  static let wording = "a time such as 2026-11-30, \"2026-11-30 22:15\", 36h or 7d"

  /// - Parameter now: microseconds since 1970, as what is returned.
  /// - Returns: nil for anything else.
  static func parse(_ text: String, now: Int64) -> Int64? {
    ago(text).map { now - $0 } ?? date(text)
  }

  private static func ago(_ text: String) -> Int64? {
    let seconds: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ seconds[$0] }), let count = Int64(text.dropLast()),
      (0...1_000_000).contains(count)
    else { return nil }
    return count * unit * 1_000_000
  }

  private static func date(_ text: String) -> Int64? {
    let digits = text.split(whereSeparator: { "-:T ".contains($0) }).compactMap { Int32($0) }
    let shape = String(text.map { $0.isWholeNumber ? "0" : $0 == "T" ? " " : $0 })
    let shapes = ["0000-00-00": 3, "0000-00-00 00:00": 5, "0000-00-00 00:00:00": 6]
    guard shapes[shape] == digits.count else { return nil }
    let numbers = digits + Array(repeating: 0, count: 6 - digits.count)
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    parts.tm_isdst = -1
    let given = parts
    let seconds = mktime(&parts)
    // It makes the 31st of February one of March, and so on.
    let isReal =
      (given.tm_mon, given.tm_mday, given.tm_min, given.tm_sec)
      == (parts.tm_mon, parts.tm_mday, parts.tm_min, parts.tm_sec) && given.tm_hour < 24
    return isReal ? Int64(seconds) * 1_000_000 : nil
  }
}
