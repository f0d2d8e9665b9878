/// A JSON value.
enum JSON: Encodable {
  case text(String)
  case number(Double)
  case flag(Bool)
  case array([JSON])
  case object([String: JSON])

  init(_ value: Operation.Value) {
    self =
      switch value {
      case .text(let text): .text(text)
      case .number(let number): .number(number)
      case .flag(let flag): .flag(flag)
      case .list(let values): .array(values.map { JSON($0) })
      }
  }

  func encode(to encoder: any Encoder) throws {
    var box = encoder.singleValueContainer()
    switch self {
    case .text(let text): try box.encode(text)
    case .number(let number): try box.encode(number)
    case .flag(let flag): try box.encode(flag)
    case .array(let values): try box.encode(values)
    case .object(let values): try box.encode(values)
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(arrayLiteral values: JSON...) { self = .array(values) }
  init(dictionaryLiteral pairs: (String, JSON)...) {
    self = .object(Dictionary(pairs) { $1 })
  }
}
