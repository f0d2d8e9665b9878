/// Numbers with units as people read them.
enum Quantity {
  /// "41 ms", "1.2 s", "3 min 10 s", "2 h 5 min", "3 d 4 h".
  static func duration(seconds: Double) -> String {
    let seconds = max(0, seconds)
    if seconds < 0.9995 { return "\(Int((seconds * 1000).rounded())) ms" }
    if seconds < 9.95 { return decimal(seconds) + " s" }
    let whole = Int(min(seconds, 1e15).rounded())
    switch whole {
    case ..<60: return "\(whole) s"
    case ..<3600: return pair(whole / 60, "min", whole % 60, "s")
    case ..<86400: return pair(whole / 3600, "h", whole % 3600 / 60, "min")
    default: return pair(whole / 86400, "d", whole % 86400 / 3600, "h")
    }
  }

  /// Powers of 1000: "512 bytes", "8.4 kB", "84 MB".
  static func size(bytes: Int) -> String {
    if bytes == 1 { return "1 byte" }
    if bytes < 1000 { return "\(bytes) bytes" }
    var value = Double(bytes)
    for unit in ["kB", "MB", "GB", "TB"] {
      value /= 1000
      if value < 9.95 { return decimal(value) + " " + unit }
      if value < 999.5 { return "\(Int(value.rounded())) \(unit)" }
    }
    return "\(Int((value / 1000).rounded())) PB"
  }

  /// "38/s", "2.5/s", "12/min", "1.5/h".
  static func rate(perSecond: Double) -> String {
    for (factor, unit) in [(1.0, "s"), (60, "min")] where perSecond * factor >= 1 {
      return short(perSecond * factor) + "/" + unit
    }
    return short(perSecond * 3600) + "/h"
  }

  /// "1 job", "2 jobs".
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) " + (number == 1 ? one : many ?? one + "s")
  }

  private static func short(_ value: Double) -> String {
    value < 9.95 ? decimal(value) : "\(Int(min(value, 1e15).rounded()))"
  }

  /// One place behind the point.
  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func pair(_ big: Int, _ bigUnit: String, _ small: Int, _ smallUnit: String)
    -> String
  {
    "\(big) \(bigUnit)" + (small == 0 ? "" : " \(small) \(smallUnit)")
  }
}
