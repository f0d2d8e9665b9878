/// What `{seq}`, `{hash}` and `{taken}` stand for, known only once an item is enqueued or runs.
public struct ItemNames: Sendable, Codable, Hashable {
  public var sequence: Int?
  /// 16 digits of the source's SHA-256.
  public var hash: String?
  public var taken: CaptureTime?

  public init(sequence: Int? = nil, hash: String? = nil, taken: CaptureTime? = nil) {
    self.sequence = sequence
    self.hash = hash
    self.taken = taken
  }
}

/// When a photo was taken, by its camera's clock.
public struct CaptureTime: Sendable, Codable, Hashable {
  public var year, month, day, hour, minute, second: Int

  public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// From EXIF's "2024:05:01 10:20:30"; nil for anything else, as cameras without a clock write.
  public init?(exif text: String) {
    let numbers = text.prefix(19).split { ": ".contains($0) }.compactMap { Int($0) }
    guard numbers.count == 6, numbers[0] > 0, (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2])
    else { return nil }
    self.init(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
      second: numbers[5])
  }

  /// The directives of strftime(3) that a pattern may hold.
  static let directives: [(letter: Character, part: @Sendable (CaptureTime) -> String)] = [
    ("Y", { padded($0.year, 4) }), ("m", { padded($0.month, 2) }), ("d", { padded($0.day, 2) }),
    ("H", { padded($0.hour, 2) }), ("M", { padded($0.minute, 2) }),
    ("S", { padded($0.second, 2) }), ("y", { padded($0.year % 100, 2) }), ("%", { _ in "%" }),
  ]

  public func formatted(_ pattern: String) -> String {
    var text = ""
    var rest = pattern[...]
    while let character = rest.popFirst() {
      guard character == "%", let letter = rest.popFirst(),
        let directive = Self.directives.first(where: { $0.letter == letter })
      else {
        text.append(character)
        continue
      }
      text += directive.part(self)
    }
    return text
  }
}

/// With zeros in front.
func padded(_ number: Int, _ digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
