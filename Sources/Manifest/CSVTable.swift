public import Files

/// A table of paths with values, as a spreadsheet writes it (RFC 4180): the first row names the
/// columns, one of which is `path`. A byte order mark, CRLF and empty lines are allowed.
public struct CSVTable: Sendable {
  public let columns: [String]
  /// - values: all columns by name, `path` too unless it is not UTF-8.
  public let rows: [(line: Int, path: BytePath, values: [String: String])]

  /// - Parameter file: for messages.
  /// - Throws: all mistakes at once.
  public init(_ bytes: [UInt8], file: BytePath) throws(ManifestErrors) {
    let reading = Reading(file: file.displayed)
    var records = CSVRecords(bytes).all(reading)[...]
    guard let header = records.popFirst() else {
      throw reading.failure(
        Position(line: 1, column: 1), "the table is empty", "its first row names the columns")
    }
    let columns = Self.columns(header, reading)
    var rows: [(line: Int, path: BytePath, values: [String: String])] = []
    for record in records {
      guard record.count == columns.count else {
        reading.refuse(
          record[0].position,
          "the row has \(record.count) fields, and there are \(columns.count) columns")
        continue
      }
      var path = BytePath(bytes: [])
      var values: [String: String] = [:]
      for (name, field) in zip(columns, record) {
        if name == "path" {
          path = BytePath(bytes: field.bytes)
          if path.isEmpty { reading.refuse(field.position, "the path is empty") }
        }
        if let text = String(validating: field.bytes, as: UTF8.self) {
          values[name] = text
        } else if name != "path" {
          reading.refuse(field.position, "the column '\(displayed(name))' is not UTF-8 here")
        }
      }
      rows.append((record[0].position.line, path, values))
    }
    try reading.throwProblems()
    self.columns = columns
    self.rows = rows
  }

  private static func columns(_ header: [CSVRecords.Field], _ reading: Reading) -> [String] {
    var columns: [String] = []
    for field in header {
      let name = BytePath(bytes: field.bytes)
      if field.bytes.isEmpty {
        reading.refuse(field.position, "a column has no name")
      } else if name.text == nil {
        reading.refuse(field.position, "a column's name is not UTF-8")
      } else if columns.contains(name.displayed) {
        reading.refuse(field.position, "duplicate column '\(name.displayed)'")
      }
      columns.append(name.text ?? name.displayed)
    }
    if !columns.contains("path") {
      reading.refuse(
        header[0].position, "the table has no column 'path'",
        NearestWord.of("path", among: columns).map { "rename '\(displayed($0))'" })
    }
    return columns
  }
}
