/// Rows in aligned columns, for lists that people read.
struct TextTable {
  struct Column {
    let title: String
    var right = false
  }

  let columns: [Column]
  private(set) var rows: [[String]] = []

  /// - Parameter titles: a title that begins with ">" aligns its column to the right.
  init(_ titles: String...) {
    columns = titles.map {
      $0.hasPrefix(">") ? Column(title: String($0.dropFirst()), right: true) : Column(title: $0)
    }
  }

  mutating func add(_ cells: String...) { rows.append(cells) }

  /// The titles and the rows; nothing if there is no row.
  var lines: [String] {
    if rows.isEmpty { return [] }
    let all = [columns.map(\.title)] + rows
    let widths = columns.indices.map { column in all.map { Columns.count($0[column]) }.max() ?? 0 }
    return all.map { row in
      let cells = columns.indices.map { index in
        let gap = String(repeating: " ", count: widths[index] - Columns.count(row[index]))
        return columns[index].right ? gap + row[index] : row[index] + gap
      }
      let line = cells.joined(separator: "  ")
      return String(line.prefix(through: line.lastIndex { $0 != " " } ?? line.startIndex))
    }
  }
}
