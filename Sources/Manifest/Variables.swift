/// The values of `${name}`.
struct Variables {
  private var values: [String: String] = [:]

  /// The `vars` of a manifest, overridden by those from outside.
  init(_ node: Node?, overrides: [String: String], _ reading: Reading) {
    if let node, node.mapping == nil {
      reading.refuse(
        node.position, "'vars' must be \(Kind.variables.expectation), not \(node.shown)")
    }
    for entry in node?.mapping ?? [] {
      guard Self.isName(entry.key) else {
        reading.refuse(
          entry.position, "'\(displayed(entry.key))' cannot name a variable",
          "a name has letters, digits, '_' and '-', and begins with a letter or '_'")
        continue
      }
      guard let scalar = entry.value.scalar, !scalar.isNull else {
        reading.refuse(
          entry.value.position,
          "the variable '\(entry.key)' must be a text, a number, true or false, "
            + "not \(entry.value.shown)")
        continue
      }
      values[entry.key] = scalar.text
    }
    values.merge(overrides) { $1 }
  }

  /// A value from outside that nothing asks for is most likely misspelt.
  func refuseUnused(
    _ overrides: [String: String], declared node: Node?, at position: Position, _ reading: Reading
  ) {
    let declared = (node?.mapping ?? []).map(\.key)
    for name in overrides.keys.sorted()
    where !declared.contains(name) && !reading.used.contains(name) {
      let known = Set(declared).union(reading.used).sorted()
      reading.refuse(
        position, "no value uses the variable '\(displayed(name))' that was set",
        NearestWord.hint(name, among: known))
    }
  }

  private static func isName(_ text: String) -> Bool {
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
    }
    guard let first = text.unicodeScalars.first, isLetter(first) else { return false }
    return text.unicodeScalars.allSatisfy {
      isLetter($0) || ("0"..."9").contains($0) || $0 == "-"
    }
  }

  /// The node with its variables replaced in every value; keys stay as they are.
  func filled(_ node: Node, _ reading: Reading) -> Node {
    var node = node
    switch node.content {
    case .scalar(let scalar):
      if scalar.text.utf8.contains(UInt8(ascii: "$")) {
        node.content = .scalar(filled(scalar, at: node.position, reading))
      }
    case .list(let nodes): node.content = .list(nodes.map { filled($0, reading) })
    case .mapping(let entries):
      node.content = .mapping(
        entries.map { entry in
          var entry = entry
          entry.value = filled(entry.value, reading)
          return entry
        })
    }
    return node
  }

  /// `$${` is a literal `${`.
  private func filled(
    _ scalar: Node.Scalar, at position: Position, _ reading: Reading
  ) -> Node.Scalar {
    var filled = scalar
    filled.text = ""
    var rest = Substring(scalar.text)
    while let dollar = rest.firstIndex(of: "$") {
      filled.text += rest[..<dollar]
      rest = rest[dollar...]
      if rest.hasPrefix("$${") {
        filled.text += "${"
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("${") {
        guard let end = rest.firstIndex(of: "}") else {
          reading.refuse(position, "'${' without a '}'", "a literal '${' is written '$${'")
          filled.missing.insert("")
          return filled
        }
        let name = String(rest.dropFirst(2)[..<end])
        reading.used.insert(name)
        if let value = values[name] {
          filled.text += value
          filled.style = .filled
        } else {
          filled.missing.insert(name)
          if !reading.hasTable {
            reading.refuse(
              position, "unknown variable '\(displayed(name))'",
              NearestWord.hint(name, among: values.keys.sorted())
                ?? "add it to 'vars' or give it with --set")
          }
        }
        rest = rest[end...].dropFirst()
      } else {
        filled.text += rest.prefix(1)
        rest = rest.dropFirst()
      }
    }
    filled.text += rest
    return filled
  }
}
