/// A JSON value whose objects keep the order they were written in.
enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
  /// JSON text from elsewhere.
  case verbatim(String)

  /// On one line.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .number(let value): text += Self.text(value)
    case .string(let value): Self.quote(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let object):
      text += "{"
      for (index, member) in object.members.enumerated() {
        if index > 0 { text += "," }
        Self.quote(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    // Inside strings JSON has no raw line breaks, so all there are stand between values.
    case .verbatim(let json):
      text.unicodeScalars += json.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }
    }
  }

  private static func text(_ value: Double) -> String {
    // JSON has no infinities.
    guard value.isFinite else { return "null" }
    return Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ", "\u{7f}":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral values: JSONValue...) { self = .array(values) }
  init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(JSONObject(members.map { JSONObject.Member(key: $0, value: $1) }))
  }

  /// Seconds to the millisecond, which is all that is worth telling.
  static func seconds(_ value: Double) -> JSONValue { .number((value * 1000).rounded() / 1000) }
}
