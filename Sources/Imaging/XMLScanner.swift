/// The marks of an XML text, one after the other; where one stands is told in bytes.
/// Source: XML 1.0 and Namespaces in XML 1.0, without document types, which XMP forbids.
struct XMLScanner {
  struct Attribute {
    let name: String
    /// Without its quotes, entities not resolved.
    let value: Range<Int>
    /// From the space before it to its closing quote.
    let range: Range<Int>
  }

  enum Mark {
    case open(name: String, [Attribute], isEmpty: Bool)
    case close(name: String)
    case text
    /// A comment or a processing instruction.
    case aside
  }

  struct Malformed: Error {}

  private let bytes: [UInt8]
  private(set) var place: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  /// The next mark with its place; nil at the end.
  mutating func next() throws(Malformed) -> (mark: Mark, range: Range<Int>)? {
    let start = place
    guard start < bytes.count else { return nil }
    if bytes[start] != UInt8(ascii: "<") {
      place = bytes.place(of: UInt8(ascii: "<"), from: start) ?? bytes.count
      return (.text, start..<place)
    }
    if has("<?") { return (.aside, start..<(try skip(past: "?>"))) }
    if has("<!--") { return (.aside, start..<(try skip(past: "-->"))) }
    if has("<![CDATA[") { return (.text, start..<(try skip(past: "]]>"))) }
    if has("</") {
      place += 2
      let name = try name()
      skipSpace()
      try expect(">")
      return (.close(name: name), start..<place)
    }
    place += 1
    let name = try name()
    var attributes: [Attribute] = []
    while true {
      let before = place
      skipSpace()
      if has("/>") {
        place += 2
        return (.open(name: name, attributes, isEmpty: true), start..<place)
      }
      if has(">") {
        place += 1
        return (.open(name: name, attributes, isEmpty: false), start..<place)
      }
      attributes.append(try attribute(from: before))
    }
  }

  private mutating func attribute(from start: Int) throws(Malformed) -> Attribute {
    let name = try name()
    skipSpace()
    try expect("=")
    skipSpace()
    guard place < bytes.count, [0x22, 0x27].contains(bytes[place]),
      let end = bytes.place(of: bytes[place], from: place + 1)
    else { throw Malformed() }
    let value = place + 1..<end
    place = end + 1
    return Attribute(name: name, value: value, range: start..<place)
  }

  private mutating func name() throws(Malformed) -> String {
    let start = place
    let ends = Array(" \t\r\n/>=<\"'&".utf8)
    while place < bytes.count, !ends.contains(bytes[place]) { place += 1 }
    guard place > start else { throw Malformed() }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private func has(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private mutating func expect(_ text: String) throws(Malformed) {
    guard has(text) else { throw Malformed() }
    place += text.utf8.count
  }

  private mutating func skipSpace() {
    while place < bytes.count, [0x20, 0x09, 0x0d, 0x0a].contains(bytes[place]) { place += 1 }
  }

  private mutating func skip(past end: String) throws(Malformed) -> Int {
    let end = Array(end.utf8)
    var at = place
    while let found = bytes.place(of: end[0], from: at) {
      if bytes[found...].starts(with: end) {
        place = found + end.count
        return place
      }
      at = found + 1
    }
    throw Malformed()
  }
}
