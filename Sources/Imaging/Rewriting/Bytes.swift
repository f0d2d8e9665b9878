import CVips

/// Numbers within bytes, which come from files that nobody vouches for: nothing is read or written
/// beyond the end.
extension [UInt8] {
  /// nil if it does not lie within.
  func number(_ width: Int, at place: Int, littleEndian: Bool = false) -> Int? {
    guard place >= 0, width <= count, place <= count - width else { return nil }
    let part = self[place..<place + width]
    return littleEndian
      ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Does nothing where the number would not lie within.
  mutating func put(_ number: Int, _ width: Int, at place: Int, littleEndian: Bool = false) {
    guard place >= 0, width <= count, place <= count - width else { return }
    replaceSubrange(
      place..<place + width, with: [UInt8](number, width, littleEndian: littleEndian))
  }

  init(_ number: Int, _ width: Int, littleEndian: Bool = false) {
    let bytes = (0..<width).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    self = littleEndian ? bytes : bytes.reversed()
  }

  /// A range of that length that lies within.
  func range(_ start: Int, _ length: Int) -> Range<Int>? {
    guard start >= 0, length >= 0, length <= count, start <= count - length else { return nil }
    return start..<start + length
  }

  /// Where a run of bytes starts first at or behind a place.
  func place(of run: [UInt8], from start: Int = 0) -> Int? {
    var place = start
    while let found = self.place(of: run[0], from: place) {
      if self[found...].starts(with: run) { return found }
      place = found + 1
    }
    return nil
  }

  func contains(_ text: String) -> Bool { place(of: Array(text.utf8)) != nil }

  /// Where a byte comes first at or behind a place.
  func place(of byte: UInt8, from start: Int) -> Int? {
    guard start < count else { return nil }
    return withUnsafeBytes { buffer in
      memchr(buffer.baseAddress! + start, Int32(byte), count - start).map {
        UnsafeRawPointer($0) - buffer.baseAddress!
      }
    }
  }
}

extension RangeReplaceableCollection<UInt8> {
  func hasPrefix(_ text: String) -> Bool { starts(with: text.utf8) }
}
