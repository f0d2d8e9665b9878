/// JSON writes characters beyond U+FFFF as two `\u` escapes, which libyaml refuses. Here each such
/// pair becomes the character itself, and the places are remembered so that positions stay true.
struct SurrogatePairs {
  /// The text to parse.
  private(set) var bytes: [UInt8] = []
  /// Where a pair was: the character that replaced it, counted from the start of `bytes`.
  private(set) var places: [Int] = []

  /// How many characters shorter each pair made the text: twelve became one.
  static let shrinkage = 11

  /// - Parameter kept: numbers of the pairs to leave alone, because they are no escapes where they
  ///   stand: outside of double quotes.
  init(_ source: [UInt8], kept: Set<Int> = []) {
    bytes.reserveCapacity(source.count)
    var characters = 0
    var pairs = 0
    var index = 0
    var backslashes = 0
    while index < source.count {
      let byte = source[index]
      if byte == backslash, backslashes.isMultiple(of: 2),
        let scalar = Self.pair(source[index...].prefix(12))
      {
        pairs += 1
        if !kept.contains(pairs - 1) {
          places.append(characters)
          bytes += Array(String(Character(scalar)).utf8)
          characters += 1
          index += 12
          backslashes = 0
          continue
        }
      }
      backslashes = byte == backslash ? backslashes + 1 : 0
      if byte & 0xc0 != 0x80 { characters += 1 }
      bytes.append(byte)
      index += 1
    }
  }

  /// How many pairs stood before a character of `bytes`.
  func count(before character: Int) -> Int {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < character { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The character that `\ud83d\ude00` stands for.
  private static func pair(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard bytes.count == 12, let high = unit(bytes.prefix(6)), let low = unit(bytes.suffix(6)),
      (0xd800..<0xdc00).contains(high), (0xdc00..<0xe000).contains(low)
    else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
  }

  private static func unit(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    guard bytes.starts(with: [backslash, UInt8(ascii: "u")]) else { return nil }
    let digits = bytes.dropFirst(2)
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

private let backslash = UInt8(ascii: "\\")
