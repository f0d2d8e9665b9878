/// A value of a YAML text with the place where it stands.
struct Node {
  indirect enum Content {
    case scalar(Scalar)
    case list([Node])
    case mapping([Entry])
  }

  struct Scalar {
    enum Style {
      case plain, quoted
      /// Made from a variable: typed by its key, however it was written.
      case filled
    }

    var text: String
    var style: Style
    /// Variables without a value: columns of a table, or unknown ones, refused already.
    var missing: Set<String> = []

    var isNull: Bool {
      missing.isEmpty && style == .plain && ["", "~", "null", "Null", "NULL"].contains(text)
    }
  }

  struct Entry {
    var key: String
    var position: Position
    var value: Node
  }

  var content: Content
  var position: Position
  /// How many nodes this one stands for, aliases followed.
  var weight = 1

  var scalar: Scalar? { if case .scalar(let scalar) = content { scalar } else { nil } }
  var list: [Node]? { if case .list(let nodes) = content { nodes } else { nil } }
  var mapping: [Entry]? { if case .mapping(let entries) = content { entries } else { nil } }
  var isNull: Bool { scalar?.isNull ?? false }

  /// All variables in it without a value.
  var missing: Set<String> {
    switch content {
    case .scalar(let scalar): scalar.missing
    case .list(let nodes): nodes.reduce(into: []) { $0.formUnion($1.missing) }
    case .mapping(let entries): entries.reduce(into: []) { $0.formUnion($1.value.missing) }
    }
  }

  func entry(_ key: String) -> Entry? { mapping?.first { $0.key == key } }

  /// Whether anything in it has no value yet.
  var isWaiting: Bool {
    switch content {
    case .scalar(let scalar): !scalar.missing.isEmpty
    case .list(let nodes): nodes.contains(where: \.isWaiting)
    case .mapping(let entries): entries.contains { $0.value.isWaiting }
    }
  }

  /// As a message shows it.
  var shown: String {
    switch content {
    case .scalar(let scalar): scalar.isNull ? "nothing" : "'\(displayed(scalar.text))'"
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }

  /// As a value behind its key: `onto: stack`, `metadata: {…}`.
  var short: String {
    switch content {
    case .scalar(let scalar): displayed(scalar.text)
    case .list: "[…]"
    case .mapping: "{…}"
    }
  }
}
