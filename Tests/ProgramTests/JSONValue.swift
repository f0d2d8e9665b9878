import FoundationEssentials

/// JSON as another program reads it.
enum JSONValue: Decodable, Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let box = try decoder.singleValueContainer()
    if box.decodeNil() {
      self = .null
    } else if let flag = try? box.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? box.decode(Double.self) {
      self = .number(number)
    } else if let text = try? box.decode(String.self) {
      self = .text(text)
    } else if let list = try? box.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try box.decode([String: JSONValue].self))
    }
  }

  /// One value a line.
  static func lines(_ bytes: [UInt8]) throws -> [JSONValue] {
    try bytes.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(JSONValue.self, from: Data($0))
    }
  }

  subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }
  var keys: Set<String> {
    if case .object(let members) = self { Set(members.keys) } else { [] }
  }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var integer: Int? { number.flatMap { Int(exactly: $0) } }
  var list: [JSONValue] { if case .list(let list) = self { list } else { [] } }
}
