/// Cuts a text into records and fields (RFC 4180), bytes untouched.
struct CSVRecords {
  struct Field {
    var bytes: [UInt8] = []
    var position: Position
  }

  private let bytes: [UInt8]
  private var index = 0
  private var position = Position(line: 1, column: 1)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes[3...]) : bytes
  }

  /// All records that are not empty lines.
  consuming func all(_ reading: Reading) -> [[Field]] {
    var records: [[Field]] = []
    while index < bytes.count {
      var record = [field(reading)]
      while index < bytes.count, bytes[index] == comma {
        advance()
        record.append(field(reading))
      }
      endLine()
      let isEmptyLine = record.count == 1 && record[0].bytes.isEmpty
      if !isEmptyLine { records.append(record) }
    }
    return records
  }

  /// Stands behind it at a comma, at the end of the line or of the text.
  private mutating func field(_ reading: Reading) -> Field {
    var field = Field(position: position)
    guard index < bytes.count, bytes[index] == quote else {
      while index < bytes.count, bytes[index] != comma, !isLineEnd {
        if bytes[index] == quote {
          reading.refuse(
            position, "a quote in a field that does not begin with one",
            "put the field in quotes and write \"\" for a quote")
          skipLine()
          return field
        }
        field.bytes.append(bytes[index])
        advance()
      }
      return field
    }
    advance()
    while index < bytes.count {
      if bytes[index] != quote {
        field.bytes.append(bytes[index])
        advance()
      } else if index + 1 < bytes.count, bytes[index + 1] == quote {
        field.bytes.append(quote)
        advance()
        advance()
      } else {
        advance()
        if index < bytes.count, bytes[index] != comma, !isLineEnd {
          reading.refuse(
            position, "text behind a closing quote", "write \"\" for a quote in a field")
          skipLine()
        }
        return field
      }
    }
    reading.refuse(field.position, "a quote without its end")
    return field
  }

  private var isLineEnd: Bool {
    bytes[index] == newline
      || bytes[index] == carriageReturn && (index + 1 == bytes.count || bytes[index + 1] == newline)
  }

  private mutating func endLine() {
    while index < bytes.count {
      let byte = bytes[index]
      advance()
      if byte == newline { return }
    }
  }

  private mutating func skipLine() {
    while index < bytes.count, !isLineEnd { advance() }
  }

  private mutating func advance() {
    if bytes[index] == newline {
      position = Position(line: position.line + 1, column: 1)
    } else if index + 1 == bytes.count || bytes[index + 1] & 0xc0 != 0x80 {
      position.column += 1
    }
    index += 1
  }
}

private let comma = UInt8(ascii: ",")
private let quote = UInt8(ascii: "\"")
private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
