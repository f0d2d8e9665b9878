/// Line and column of every character of a UTF-8 text. Lines end as editors end them: LF, CR, CRLF.
struct TextPositions {
  /// The number of the first character of each line.
  private var starts = [0]

  init(_ bytes: [UInt8]) {
    var characters = 0
    for (index, byte) in bytes.enumerated() where byte & 0xc0 != 0x80 {
      characters += 1
      let isEnd =
        byte == 0x0a || byte == 0x0d && (index + 1 == bytes.count || bytes[index + 1] != 0x0a)
      if isEnd { starts.append(characters) }
    }
  }

  /// - Parameter character: counted from 0 at the start of the text.
  subscript(character: Int) -> Position {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= character { low = middle } else { high = middle }
    }
    return Position(line: low + 1, column: character - starts[low] + 1)
  }

  /// The text's bytes without a byte order mark; or where they stop to be UTF-8.
  static func utf8(_ bytes: [UInt8]) -> Result<[UInt8], NotUTF8> {
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes[3...]) : bytes
    if String(validating: text, as: UTF8.self) != nil { return .success(text) }
    var parser = Unicode.UTF8.ForwardParser()
    var input = text.makeIterator()
    var valid = 0
    while case .valid(let encoded) = parser.parseScalar(from: &input) { valid += encoded.count }
    let before = Array(text[..<valid])
    let count = before.count { $0 & 0xc0 != 0x80 }
    return .failure(NotUTF8(position: TextPositions(before)[count]))
  }

  struct NotUTF8: Error { var position: Position }
}
