extension OutputReading {
  /// An output's own policy, or else the manifest's.
  /// - Parameter base: what holds where neither names one.
  func metadata(_ fields: Fields, otherwise base: MetadataPolicy.Base) -> MetadataPolicy {
    let source = fields.values["metadata"] == nil ? manifest : fields
    if let word: MetadataPolicy.Base = source.word("metadata") { return MetadataPolicy(word) }
    let parts = source.pairs("metadata")
    let texts = (parts["set"]?.pairs ?? [:]).compactMap { name, value in
      MetadataPolicy.Text(rawValue: name).flatMap { text in value.text.map { (text, $0) } }
    }
    return MetadataPolicy(
      parts["base"]?.text.flatMap { MetadataPolicy.Base(rawValue: $0) } ?? base,
      remove: Set(parts["remove"]?.texts.compactMap { MetadataPolicy.Part(rawValue: $0) } ?? []),
      set: Dictionary(uniqueKeysWithValues: texts))
  }
}

extension Operation.Value {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate var texts: [String] {
    if case .list(let values) = self { values.compactMap(\.text) } else { [] }
  }
}
