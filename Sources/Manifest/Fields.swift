/// The keys of a mapping, checked against a table.
struct Fields {
  /// Where the mapping stands.
  var position: Position
  /// Keys that the table knows, with their values as written.
  var entries: [String: Node.Entry] = [:]
  /// What is right and available. Lists of operations, outputs and the like are not here.
  var values: [String: Operation.Value] = [:]
  /// Keys whose values wait for a variable.
  var waiting: [Node.Entry] = []

  func number(_ name: String) -> Int? {
    if case .number(let number)? = values[name] { Int(number) } else { nil }
  }

  func text(_ name: String) -> String? {
    if case .text(let text)? = values[name] { text } else { nil }
  }

  func flag(_ name: String) -> Bool? {
    if case .flag(let flag)? = values[name] { flag } else { nil }
  }

  func word<Word: RawRepresentable<String>>(_ name: String) -> Word? {
    text(name).flatMap { Word(rawValue: $0) }
  }

  /// The keys and values of a mapping.
  func pairs(_ name: String) -> [String: Operation.Value] { values[name]?.pairs ?? [:] }

  /// Where the value of a key stands.
  func place(_ name: String) -> Position { entries[name]?.value.position ?? position }
}

extension Reading {
  /// - Parameters:
  ///   - owner: whose keys they are, as in "'crop'".
  ///   - elsewhere: what to say of a key that is known, but not here.
  func fields(
    _ node: Node, _ parameters: [Parameter], of owner: String,
    elsewhere: (String) -> (message: String, hint: String?)? = { _ in nil }
  ) -> Fields? {
    guard let entries = node.mapping else {
      refuse(node.position, "\(owner) must be a mapping of keys to values, not \(node.shown)")
      return nil
    }
    var fields = Fields(position: node.position)
    for entry in entries {
      guard let parameter = parameters.first(where: { $0.name == entry.key }) else {
        if let (message, hint) = elsewhere(entry.key) {
          refuse(entry.position, message, hint)
        } else {
          let names = parameters.map(\.name)
          refuse(
            entry.position, "unknown key '\(displayed(entry.key))' in \(owner)",
            NearestWord.hint(entry.key, among: names) ?? known(names))
        }
        continue
      }
      fields.entries[entry.key] = entry
      if parameter.kind.isNested { continue }
      if entry.value.isWaiting {
        fields.waiting.append(entry)
      } else {
        fields.values[entry.key] = value(entry.value, parameter)
      }
    }
    for parameter in parameters where parameter.isRequired {
      if fields.entries[parameter.name] == nil {
        refuse(
          node.position, "'\(parameter.name)' is missing in \(owner)", cure(parameter.name, owner))
      }
    }
    return fields
  }

  /// A value that is of the parameter's kind and that this version can do; else nil and a problem.
  func value(_ node: Node, _ parameter: Parameter) -> Operation.Value? {
    guard let value = value(node, parameter.kind, of: parameter.name) else { return nil }
    if parameter.availability.holds(for: value) { return value }
    if let nodes = node.list, parameter.availability != .later {
      for node in nodes {
        guard let value = self.value(node, parameter.kind, of: parameter.name),
          !parameter.availability.holds(for: value)
        else { continue }
        notYet(node.position, "'\(parameter.name): \(node.short)'")
      }
    } else {
      notYet(node.position, "'\(parameter.name): \(node.short)'")
    }
    return nil
  }

  /// What to do where a key is missing.
  private func cure(_ name: String, _ owner: String) -> String? {
    switch (name, owner) {
    case ("minilab", _): "add 'minilab: 1'"
    case ("path", "an output"): "add 'path: \"{dir}/{name}.jpg\"' or 'in-place: true'"
    default: nil
    }
  }

  private func known(_ names: [String]) -> String? {
    (1...10).contains(names.count) ? "known are " + names.joined(separator: ", ") : nil
  }
}

extension Operation.Value {
  /// Of a mapping's value, which is a list of pairs.
  var pairs: [String: Operation.Value] {
    guard case .list(let pairs) = self else { return [:] }
    var found: [String: Operation.Value] = [:]
    for case .list(let pair) in pairs where pair.count == 2 {
      if case .text(let name) = pair[0] { found[name] = pair[1] }
    }
    return found
  }
}
