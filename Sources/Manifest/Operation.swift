/// One step of an edit as declared: its name and its parameters, checked against the table of
/// operations. Two operations are equal if and only if they say the same.
public struct Operation: Sendable, Hashable {
  public var name: String
  /// By name; what a manifest left out is left out here too, the table holds the defaults.
  public var parameters: [String: Value]

  public init(_ name: String, _ parameters: [String: Value] = [:]) {
    self.name = name
    self.parameters = parameters
  }

  /// A parameter's value: a number, a text (names, colours, "50%", "3:2"), a switch or a list.
  public enum Value: Sendable, Hashable {
    case number(Double)
    case text(String)
    case flag(Bool)
    case list([Value])
  }

  public func number(_ name: String) -> Double? {
    if case .number(let value)? = parameters[name] { value } else { nil }
  }

  public func text(_ name: String) -> String? {
    if case .text(let value)? = parameters[name] { value } else { nil }
  }

  public func flag(_ name: String) -> Bool? {
    if case .flag(let value)? = parameters[name] { value } else { nil }
  }

  /// The pairs of numbers of a parameter that is a list of such.
  public func pairs(_ name: String) -> [(x: Double, y: Double)] {
    guard case .list(let values)? = parameters[name] else { return [] }
    return values.compactMap(\.pair)
  }

  /// The keys and values of a parameter that is a mapping.
  public func mapping(_ name: String) -> [String: Value] {
    guard case .list(let entries)? = parameters[name] else { return [:] }
    var mapping: [String: Value] = [:]
    for case .list(let entry) in entries {
      if entry.count == 2, case .text(let key) = entry[0] { mapping[key] = entry[1] }
    }
    return mapping
  }

  /// A length: pixels of the full-size picture, or a share of `whole` written as "N%".
  /// - Parameter scale: decoded pixels per full-size pixel; `whole` is in decoded pixels already.
  public func length(_ name: String, of whole: Double, scale: Double) -> Double? {
    switch parameters[name] {
    case .number(let pixels)?: pixels * scale
    case .text(let text)? where text.hasSuffix("%"):
      Double(text.dropLast()).map { $0 / 100 * whole }
    default: nil
    }
  }
}

extension Operation {
  /// SHA-256, in hexadecimal, of a file that it needs besides the photo: found when its job runs and
  /// recorded with it, so that later renders have the same.
  public var attachment: String? {
    get { text("sha256") }
    set { parameters["sha256"] = newValue.map { .text($0) } }
  }
}

extension Operation.Value {
  /// The numbers of a list of two.
  public var pair: (x: Double, y: Double)? {
    guard case .list(let values) = self, values.count == 2, case .number(let x) = values[0],
      case .number(let y) = values[1]
    else { return nil }
    return (x, y)
  }
}

extension Operation.Value: Codable {
  public init(from decoder: any Decoder) throws {
    let box = try decoder.singleValueContainer()
    if let value = try? box.decode(Bool.self) {
      self = .flag(value)
    } else if let value = try? box.decode(Double.self) {
      self = .number(value)
    } else if let value = try? box.decode(String.self) {
      self = .text(value)
    } else {
      self = .list(try box.decode([Operation.Value].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var box = encoder.singleValueContainer()
    switch self {
    case .number(let value): try box.encode(value)
    case .text(let value): try box.encode(value)
    case .flag(let value): try box.encode(value)
    case .list(let values): try box.encode(values)
    }
  }
}

/// In JSON as in a manifest: `{"crop": {"aspect": "3:2"}}`.
extension Operation: Codable {
  public init(from decoder: any Decoder) throws {
    let box = try decoder.container(keyedBy: AnyKey.self)
    guard let key = box.allKeys.first, box.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "an operation has one name"))
    }
    name = key.stringValue
    parameters = try box.decode([String: Value].self, forKey: key)
  }

  public func encode(to encoder: any Encoder) throws {
    var box = encoder.container(keyedBy: AnyKey.self)
    try box.encode(parameters, forKey: AnyKey(stringValue: name))
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
