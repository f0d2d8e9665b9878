import FoundationEssentials

/// Values as the catalog keeps them: JSON with sorted keys, so that equal values are equal text.
public enum JSON {
  public static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("a value of ours has no JSON: \(value)")
    }
    return String(decoding: data, as: UTF8.self)
  }

  public static func value<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
