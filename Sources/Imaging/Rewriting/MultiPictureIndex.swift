/// Where the further pictures of a JPEG file stand: a gain map, large previews, a second view.
/// Source: CIPA DC-007, section 5.2.
struct MultiPictureIndex {
  private let header: Int
  private let isLittleEndian: Bool
  /// Where the table of sixteen bytes per picture starts, counted from the header.
  private let table: Int
  private let count: Int

  /// - Parameter header: where its byte order mark stands; all places are counted from there.
  init?(_ bytes: [UInt8], _ header: Int) {
    self.header = header
    let order = bytes.number(2, at: header)
    guard order == 0x4949 || order == 0x4d4d else { return nil }
    isLittleEndian = order == 0x4949
    func number(_ width: Int, _ place: Int) -> Int? {
      bytes.number(width, at: header + place, littleEndian: order == 0x4949)
    }
    guard let directory = number(4, 4), let tags = number(2, directory) else { return nil }
    for index in 0..<tags {
      let place = directory + 2 + index * 12
      guard let tag = number(2, place) else { return nil }
      guard tag == 0xb002 else { continue }
      guard let length = number(4, place + 4), let table = number(4, place + 8),
        bytes.range(header + table, length) != nil
      else { return nil }
      self.table = table
      count = length / 16
      return
    }
    return nil
  }

  /// Tells the places of the pictures behind the first one, which move with its end.
  /// - Parameters:
  ///   - output: the first picture as it now is.
  ///   - place: where the header now stands in it.
  ///   - range: where the first picture was.
  func move(in output: inout [UInt8], to place: Int, from range: Range<Int>) {
    func add(_ number: Int, at field: Int) {
      guard let old = output.number(4, at: field, littleEndian: isLittleEndian) else { return }
      output.put(old + number, 4, at: field, littleEndian: isLittleEndian)
    }
    let ends = output.count - place - (range.upperBound - header)
    for index in 0..<count {
      let entry = place + table + index * 16
      if index == 0 {
        add(output.count - range.count, at: entry + 4)
      } else if output.number(4, at: entry + 8) != 0 {
        add(ends, at: entry + 8)
      }
    }
  }
}
