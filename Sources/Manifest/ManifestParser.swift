public import Files

/// Reads job manifests.
public enum ManifestParser {
  /// A manifest with every default filled in.
  ///
  /// Where `select` names a table, variables that nothing gives a value are taken for its columns:
  /// what uses them is left out and not checked, and `columns` names them. Parse again with a row's
  /// values to have all.
  /// - Parameters:
  ///   - file: for messages, and for the default name; "-" is standard input.
  ///   - variables: values from outside, which override `vars`.
  ///   - row: values of a table's row, which override both. With them every column is known, so a
  ///     variable that has no value is a mistake.
  /// - Throws: all mistakes at once.
  public static func parse(
    _ bytes: [UInt8], file: BytePath, variables: [String: String] = [:],
    row: [String: String]? = nil
  ) throws(ManifestErrors) -> JobManifest {
    let reading = Reading(file: file.displayed)
    let root = try YAMLReader.read(bytes, reading)
    guard let entries = root.mapping else {
      throw reading.failure(
        root.position, "a manifest must be a mapping of keys, not \(root.shown)")
    }
    if let version = root.entry("minilab")?.value, let text = version.scalar?.text,
      let number = Int(text), number > 1
    {
      throw reading.failure(
        version.position, "manifest version \(number) is newer than this program",
        "it reads version 1")
    }
    reading.hasTable =
      row == nil
      && root.entry("select")?.value.list?.contains { $0.entry("table") != nil } ?? false
    let values = Variables(
      root.entry("vars")?.value, overrides: variables.merging(row ?? [:]) { $1 }, reading)
    var filled = root
    filled.content = .mapping(
      entries.map { entry in
        var entry = entry
        if entry.key != "vars" { entry.value = values.filled(entry.value, reading) }
        return entry
      })
    values.refuseUnused(
      variables, declared: root.entry("vars")?.value, at: root.position, reading)
    let manifest = reading.manifest(filled, file: file)
    try reading.throwProblems()
    return manifest
  }
}

extension Reading {
  /// The manifest as far as it is right.
  fileprivate func manifest(_ root: Node, file: BytePath) -> JobManifest {
    var manifest = JobManifest(name: file.bytes == [0x2d] ? "stdin" : file.stem.displayed)
    let fields = fields(root, KeyTable.parameters(.manifest), of: "the manifest") { name in
      guard KeyTable.all.contains(where: { $0.name == name }) else { return nil }
      return ("'\(name)' is a key of an output", "move it into 'outputs'")
    }
    guard let fields else { return manifest }
    for entry in fields.waiting { _ = refusesWaiting(entry.value) }

    if let name = fields.text("name") {
      manifest.name = name
      if let wrong = nameMistake(name) { refuse(fields.place("name"), "'name' \(wrong)") }
    }
    manifest.root = fields.text("root").map { BytePath($0) }
    manifest.to = fields.text("to").map { BytePath($0) }
    manifest.select = (fields.entries["select"]?.value).map(selection) ?? []
    if let node = fields.entries["exclude"]?.value { globs(node) }
    if case .list(let values)? = fields.values["exclude"] {
      manifest.exclude = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
    manifest.edit = fields.entries["edit"].map { operations($0.value, of: "edit") }
    manifest.onto = fields.word("onto") ?? manifest.onto
    if let node = fields.entries["outputs"]?.value {
      var outputs = OutputReading(self, manifest: fields)
      manifest.outputs = outputs.outputs(node)
      manifest.inPlace = outputs.inPlace
    }
    manifest.allowEmpty = fields.flag("allow-empty") ?? manifest.allowEmpty
    manifest.priority = fields.number("priority") ?? manifest.priority
    manifest.retries = fields.number("retries") ?? manifest.retries
    manifest.timeout = fields.number("timeout") ?? manifest.timeout
    manifest.maxPixels = fields.number("max-pixels")
    manifest.columns = root.missing
    if isIdle(fields) {
      refuse(root.position, "nothing to do: there is no edit and no output", "add 'outputs'")
    }
    return manifest
  }

  /// Whether it asks for nothing, right or wrong.
  private func isIdle(_ fields: Fields) -> Bool {
    let select = fields.entries["select"]?.value.list ?? []
    let outputs = fields.entries["outputs"]?.value
    return fields.entries["edit"] == nil && fields.entries["sheet"] == nil
      && (outputs == nil || outputs?.list?.isEmpty == true)
      && !select.contains { $0.entry("edit") != nil }
  }

  private func nameMistake(_ name: String) -> String? {
    if name.utf8.count > 255 { return "must have at most 255 bytes" }
    let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return isPlain ? nil : "must not contain control characters"
  }
}
