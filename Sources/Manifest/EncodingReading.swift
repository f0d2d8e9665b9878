extension ImageFormat {
  /// The keys of an output that not every format has, with those that have them.
  static let settings: [(key: String, formats: Set<ImageFormat>)] = [
    ("progressive", [.jpeg, .png]),
    ("lossless", [.webp, .avif, .jxl]),
    ("subsampling", [.jpeg, .avif]),
    ("palette", [.png]),
    ("quality", Set(allCases.filter { $0.defaultQuality != nil })),
  ]

  func has(_ key: String) -> Bool {
    Self.settings.first { $0.key == key }?.formats.contains(self) ?? true
  }
}

extension OutputReading {
  /// Every setting must mean something for one format at least.
  func checkEncoding(_ fields: Fields, _ formats: [ImageFormat]) {
    guard !formats.isEmpty else { return }
    let names = formats.map(\.rawValue).joined(separator: ", ")
    for (key, able) in ImageFormat.settings {
      guard let entry = fields.entries[key], fields.values[key] != nil else { continue }
      if able.isDisjoint(with: formats) {
        let others = ImageFormat.allCases.filter(able.contains).map(\.rawValue)
        reading.refuse(
          entry.position, "'\(key)' means nothing for \(names)",
          "it is for " + others.joined(separator: ", "))
      } else if key == "quality" {
        for named in entry.value.mapping ?? [] where !formats.map(\.rawValue).contains(named.key) {
          reading.refuse(
            named.position, "'quality' names \(named.key), which this output does not write",
            "it writes " + names)
        }
      }
    }
  }

  func encoding(_ format: ImageFormat, _ fields: Fields) -> Encoding {
    func own<Value>(_ key: String, _ value: Value?) -> Value? { format.has(key) ? value : nil }
    return Encoding(
      quality: own(
        "quality",
        quality(fields)?[format] ?? quality(manifest)?[format] ?? format.defaultQuality),
      effort: fields.number("effort"),
      progressive: own("progressive", fields.flag("progressive")) ?? false,
      lossless: own("lossless", fields.flag("lossless")) ?? false,
      subsampling: own("subsampling", fields.word("subsampling")) ?? .on,
      palette: own("palette", fields.number("palette")))
  }

  /// As written; nil if the key is not there.
  func quality(_ fields: Fields) -> QualityChoice? {
    guard case .list? = fields.values["quality"] else {
      return fields.number("quality").map { QualityChoice(all: $0) }
    }
    var choice = QualityChoice()
    for case (let name, .number(let number)) in fields.pairs("quality") {
      choice.byFormat[name] = Int(number)
    }
    return choice
  }
}
