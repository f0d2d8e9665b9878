import Files
import Manifest

/// The members of a JSON object in the order they were added.
struct JSONObject: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  struct Member: Sendable, Equatable {
    let key: String
    let value: JSONValue
  }

  private(set) var members: [Member]

  init(_ members: [Member] = []) { self.members = members }
  init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init(members.map { Member(key: $0, value: $1) })
  }

  mutating func add(_ key: String, _ value: JSONValue) {
    members.append(Member(key: key, value: value))
  }

  /// Nothing where there is no text.
  mutating func add(_ key: String, text: String?) {
    if let text { add(key, .string(text)) }
  }

  /// A path, with its bytes in base64 beside it where they are not UTF-8. `asset` and `path` both
  /// have them in `path_base64`.
  mutating func add(_ key: String, path: BytePath) {
    if let text = path.text { return add(key, .string(text)) }
    add(key, .string(String(decoding: path.bytes, as: UTF8.self)))
    add(key == "asset" ? "path_base64" : key + "_base64", .string(Base64.text(path.bytes)))
  }
}

extension JSONObject {
  init(_ failure: Failure) {
    self.init()
    add("code", .string(failure.code.rawValue))
    add("stage", text: failure.stage?.rawValue)
    add("message", .string(failure.message))
    add("hint", text: failure.hint)
  }

  init(_ warning: Warning) {
    self = [
      "code": .string(warning.code.rawValue), "message": .string(warning.message),
    ]
  }
}
