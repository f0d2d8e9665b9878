extension Reading {
  /// A list of operations; those that are wrong, or wait for a column of a table, left out.
  func operations(_ node: Node, of name: String) -> [Operation] {
    guard let nodes = node.list else {
      if node.isWaiting { return [] }
      refuse(node.position, "'\(name)' must be a list of operations, not \(node.shown)")
      return []
    }
    return nodes.compactMap { operation($0) }
  }

  private func operation(_ node: Node) -> Operation? {
    if let scalar = node.scalar, !scalar.isNull, scalar.missing.isEmpty {
      return operation(scalar.text, at: node.position, nil)
    }
    guard let entries = node.mapping, let entry = entries.first else {
      if !node.isWaiting {
        refuse(node.position, "an operation must be a name, or a name with values")
      }
      return nil
    }
    for other in entries.dropFirst() {
      refuse(
        other.position, "an operation has one name, and '\(displayed(other.key))' is a second",
        OperationTable.find(other.key) == nil
          ? "write {\(displayed(entry.key)): {…}}" : "begin a new item with '- '")
    }
    return operation(entry.key, at: entry.position, entry.value)
  }

  private func operation(_ name: String, at position: Position, _ node: Node?) -> Operation? {
    guard let spec = OperationTable.find(name) else {
      refuse(
        position, "unknown operation '\(displayed(name))'",
        NearestWord.hint(name, among: OperationTable.all.map(\.name)) ?? "see 'minilab ops'")
      return nil
    }
    return parameters(spec, at: position, node).map { Operation(name, $0) }
  }

  /// What was declared; nil if it is wrong or waits for a column.
  private func parameters(
    _ spec: OperationSpec, at position: Position, _ node: Node?
  ) -> [String: Operation.Value]? {
    guard let node, !node.isNull else {
      if spec.isBare { return [:] }
      refuse(position, "'\(spec.name)' needs a value", "as in '\(spec.example)'")
      return nil
    }
    if node.isWaiting { return nil }
    if let entries = node.mapping {
      return declared(spec, node, Set(entries.map(\.key)))
    }
    if let name = spec.shorthand, let parameter = spec.parameters.first(where: { $0.name == name })
    {
      // Named by the operation: nobody wrote the parameter's name.
      guard let value = value(node, parameter.named(spec.name)) else { return nil }
      return isConsistent(spec, [name: value], at: { _ in node.position }) ? [name: value] : nil
    }
    if spec.parameters.isEmpty {
      if node.scalar.flatMap({ Kind.flag.value(of: $0) }) == .flag(true) { return [:] }
      refuse(node.position, "'\(spec.name)' has no parameters", "write '- \(spec.name)'")
    } else {
      refuse(
        node.position, "'\(spec.name)' must be a mapping, not \(node.shown)",
        "as in '\(spec.example)'")
    }
    return nil
  }

  private func declared(
    _ spec: OperationSpec, _ node: Node, _ names: Set<String>
  ) -> [String: Operation.Value]? {
    let count = problems.count
    let form = spec.form(for: names)
    let fields = fields(node, form.parameters, of: "'\(spec.name)'") { name in
      guard spec.parameters.contains(where: { $0.name == name }),
        let partner = form.parameters.first(where: { names.contains($0.name) })
      else { return nil }
      return ("'\(name)' does not go with '\(partner.name)' in '\(spec.name)'", nil)
    }
    guard let fields else { return nil }
    var values = fields.values
    if spec.name == "resize" { resize(fields, &values) }
    if problems.count > count { return nil }
    return isConsistent(spec, values, at: fields.place) ? values : nil
  }

  /// Whether values that are each right go with each other.
  private func isConsistent(
    _ spec: OperationSpec, _ values: [String: Operation.Value], at place: (String) -> Position
  ) -> Bool {
    let operation = Operation(spec.name, values).filled
    switch spec.name {
    case "levels":
      guard let black = operation.number("black"), let white = operation.number("white"),
        black >= white
      else { return true }
      refuse(
        place(values["white"] == nil ? "black" : "white"),
        "'white' (\(shown(white))) must be above 'black' (\(shown(black)))")
      return false
    case "curves":
      let tones = operation.pairs("points").map(\.x)
      guard let wrong = zip(tones, tones.dropFirst()).first(where: { $0 >= $1 }) else {
        return true
      }
      refuse(
        place("points"),
        "the points of 'curves' must rise, and \(shown(wrong.1)) comes after "
          + "\(shown(wrong.0))")
      return false
    default: return true
    }
  }

  /// A resize has a size, and its box becomes width and height.
  private func resize(_ fields: Fields, _ values: inout [String: Operation.Value]) {
    if ["width", "height", "box"].allSatisfy({ fields.entries[$0] == nil }) {
      refuse(fields.position, "'resize' needs 'width', 'height' or 'box'")
      return
    }
    checkSides(fields)
    if let box = values.removeValue(forKey: "box")?.box {
      values["width"] = .number(Double(box.width))
      values["height"] = .number(Double(box.height))
    }
  }
}

extension Parameter {
  fileprivate func named(_ name: String) -> Parameter {
    Parameter(
      name, kind, default: defaultValue, isRequired: isRequired, when: availability, summary)
  }
}
