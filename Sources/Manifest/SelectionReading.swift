import Files

/// The keys of an entry of `select`: one that says which files, and their edit.
enum SelectionKeys {
  static let sources: [Parameter] = [
    Parameter("glob", .text("a glob"), "Files that a pattern matches"),
    Parameter("path", .text("a path"), "One file, taken literally, relative to the root"),
    Parameter("list", .text("a file or '-'"), "A file of paths, one a line"),
    Parameter("table", .text("a file"), "A CSV file with a column path; the others are variables"),
    Parameter("album", .text("an album's name"), when: .later, "The assets of an album"),
    Parameter("edited", .word(["true"]), "The assets that have an edit"),
    Parameter("renditions", .word(["true"]), when: .later, "Files that this library wrote"),
  ]
  static let edit = Parameter("edit", .operations, "Comes before the manifest's edit")
  static let all = sources + [edit]
}

extension Reading {
  func selection(_ node: Node) -> [SelectionEntry] {
    guard let nodes = node.list else {
      refuse(node.position, "'select' must be \(Kind.entries.expectation), not \(node.shown)")
      return []
    }
    if nodes.isEmpty {
      refuse(node.position, "'select' is empty", "leave it out to select every image")
    }
    return nodes.compactMap(entry)
  }

  /// Globs that are right.
  func globs(_ node: Node) {
    for node in node.list ?? [] { checkGlob(node) }
  }

  private func entry(_ node: Node) -> SelectionEntry? {
    if let scalar = node.scalar, !scalar.isNull {
      if refusesWaiting(node) { return nil }
      checkGlob(node)
      return SelectionEntry(.glob(scalar.text))
    }
    guard node.mapping != nil else {
      refuse(node.position, "an entry of 'select' must be a glob or a mapping, not \(node.shown)")
      return nil
    }
    guard let fields = fields(node, SelectionKeys.all, of: "an entry of 'select'") else {
      return nil
    }
    for entry in fields.waiting { _ = refusesWaiting(entry.value) }
    let names = SelectionKeys.sources.map(\.name).filter { fields.entries[$0] != nil }
    guard let name = names.first else {
      refuse(
        node.position, "an entry of 'select' does not say which files",
        "add 'glob', 'path', 'list', 'table' or 'edited'")
      return nil
    }
    for other in names.dropFirst() {
      let place = fields.entries[other]?.position ?? node.position
      refuse(place, "'\(other)' does not go with '\(name)'", "make it an entry of its own")
    }
    let edit = fields.entries["edit"].map { operations($0.value, of: "edit") }
    guard let text = fields.text(name), let value = fields.entries[name]?.value else { return nil }
    let source: SelectionEntry.Source
    switch name {
    case "glob":
      checkGlob(value)
      source = .glob(text)
    case "path":
      if let wrong = pathMistake(text) { refuse(value.position, "'path' \(wrong)") }
      source = .path(BytePath(text))
    case "list": source = .list(BytePath(text))
    case "edited": source = .edited
    default: source = .table(BytePath(text))
    }
    return SelectionEntry(source, edit: edit)
  }

  /// Where no row is known yet, a row's values cannot be used. False if none is.
  func refusesWaiting(_ node: Node) -> Bool {
    guard node.isWaiting else { return false }
    guard hasTable else { return true }
    refuse(
      node.position, "columns of a table can be used in 'edit' and 'outputs' only",
      "a variable of the whole manifest belongs in 'vars'")
    return true
  }

  private func checkGlob(_ node: Node) {
    guard let text = node.scalar?.text else { return }
    do { _ = try Glob(text) } catch { refuse(node.position, error.message, error.hint) }
  }

  /// What is wrong with a path that must stay below a folder; nil if it does.
  func pathMistake(_ text: String) -> String? {
    let path = BytePath(text)
    if path.isAbsolute { return "must be relative, not '\(path.displayed)'" }
    if path.components.contains("..") { return "must not contain '..'" }
    return nil
  }
}
