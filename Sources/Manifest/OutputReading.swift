/// Reads the entries of `outputs`, each with the manifest's own keys where it has none.
struct OutputReading {
  let reading: Reading
  let manifest: Fields
  private(set) var inPlace: InPlaceOutput?
  private var isInPlaceSeen = false
  /// What gives one path twice, over all outputs.
  private var paths: [String: Int] = [:]

  init(_ reading: Reading, manifest: Fields) {
    self.reading = reading
    self.manifest = manifest
  }

  /// The outputs that are right and wait for no column of a table.
  mutating func outputs(_ node: Node) -> [Output] {
    guard let nodes = node.list else {
      if node.isWaiting { return [] }
      reading.refuse(
        node.position, "'outputs' must be \(Kind.outputs.expectation), not \(node.shown)")
      return []
    }
    var outputs: [Output] = []
    for node in nodes {
      guard node.mapping != nil else {
        reading.refuse(node.position, "an output must be a mapping, not \(node.shown)")
        continue
      }
      if node.entry("in-place")?.value.scalar?.text == "true" {
        readInPlace(node)
      } else if let output = output(node) {
        outputs.append(output)
      }
    }
    return outputs
  }

  // MARK: In place

  private mutating func readInPlace(_ node: Node) {
    let parameters = KeyTable.parameters(.inPlaceOutput)
    let entry = node.entry("in-place")
    // Said last and by its own rule, so that its other keys are checked first.
    let quiet = parameters.map {
      $0.name == "in-place" ? Parameter($0.name, $0.kind, $0.summary) : $0
    }
    let fields = reading.fields(node, quiet, of: "an in-place output") { name in
      KeyTable.parameter(name, .pathOutput) == nil
        ? nil
        : ("'\(name)' does not go with 'in-place'", "an in-place output is the photo as edited")
    }
    let place = entry?.value.position ?? node.position
    if isInPlaceSeen {
      reading.refuse(place, "a manifest has at most one in-place output")
    }
    isInPlaceSeen = true
    if KeyTable.parameter("in-place", .inPlaceOutput)?.availability.holds(for: true) == false {
      reading.notYet(place, "'in-place: true'")
    }
    guard let fields, fields.waiting.isEmpty else { return }
    inPlace = InPlaceOutput(
      quality: quality(fields) ?? quality(manifest) ?? QualityChoice(),
      effort: fields.number("effort"), lossless: fields.flag("lossless"),
      subsampling: fields.word("subsampling"), metadata: metadata(fields, otherwise: .keep),
      profile: word("profile", fields) ?? .keep, losses: word("losses", fields) ?? .fail,
      mtime: fields.word("mtime") ?? .now, reencode: fields.flag("reencode") ?? false)
  }

  // MARK: Paths

  private mutating func output(_ node: Node) -> Output? {
    let fields = reading.fields(node, KeyTable.parameters(.pathOutput), of: "an output") { name in
      if KeyTable.parameter(name, .inPlaceOutput) != nil {
        return ("'\(name)' goes with 'in-place: true' only", nil)
      }
      if KeyTable.parameter(name, .manifest) != nil {
        return ("'\(name)' is a key of the manifest, not of an output", "move it to the top")
      }
      return nil
    }
    guard let fields else { return nil }
    let finish = fields.entries["finish"].map { reading.operations($0.value, of: "finish") }
    guard fields.waiting.isEmpty else { return nil }

    let template = (fields.entries["path"]?.value).flatMap { node in
      fields.text("path").flatMap { reading.template(node, $0) }
    }
    let formats = formats(fields, template)
    let sizes = reading.sizes(fields)
    checkEncoding(fields, formats)
    guard let template else { return nil }

    var variants: [OutputSettings] = []
    for format in formats {
      for size in sizes {
        variants.append(
          OutputSettings(
            format: format, size: size, finish: finish ?? [], encoding: encoding(format, fields),
            background: fields.text("background").flatMap { Color(css: $0) } ?? .white,
            metadata: metadata(fields, otherwise: .private),
            profile: word("profile", fields) ?? .srgb, losses: word("losses", fields) ?? .warn))
      }
    }
    checkPaths(template, variants, fields)
    return Output(
      path: template, variants: variants, onConflict: word("on-conflict", fields) ?? .fail,
      from: word("from", fields) ?? .head, mtime: fields.word("mtime") ?? .now)
  }

  /// An output's own word, or else the manifest's.
  private func word<Word: RawRepresentable<String>>(_ name: String, _ fields: Fields) -> Word? {
    fields.word(name) ?? manifest.word(name)
  }

  private func formats(_ fields: Fields, _ template: PathTemplate?) -> [ImageFormat] {
    let text = template?.literalExtension
    let byPath = text.flatMap { ImageFormat(fileExtension: $0) }
    guard let entry = fields.entries["format"] else {
      guard template != nil else { return [] }
      guard let byPath else {
        reading.refuse(
          fields.place("path"), "the output's format is not known",
          "add 'format: jpeg', or end the path in an extension such as .jpg")
        return []
      }
      if let parameter = KeyTable.parameter("format", .pathOutput),
        !parameter.availability.holds(for: .text(byPath.rawValue))
      {
        reading.notYet(fields.place("path"), "'format: \(byPath.rawValue)'")
      }
      return [byPath]
    }
    let words =
      switch fields.values["format"] {
      case .list(let values)?: values
      case let value?: [value]
      case nil: [Operation.Value]()
      }
    var formats: [ImageFormat] = []
    for case .text(let word) in words {
      guard let format = ImageFormat(rawValue: word) else { continue }
      if formats.contains(format) {
        reading.refuse(entry.value.position, "'format' lists \(word) twice")
      } else {
        formats.append(format)
      }
    }
    if let byPath, let text, let other = formats.first(where: { $0 != byPath }) {
      reading.refuse(
        entry.value.position,
        "'format' says \(other.rawValue), and the path's extension .\(displayed(text)) "
          + "says \(byPath.rawValue)",
        "end the path in .{format}")
      return []
    }
    return formats
  }

  private mutating func checkPaths(
    _ template: PathTemplate, _ variants: [OutputSettings], _ fields: Fields
  ) {
    let place = fields.place("path")
    for part in [PathTemplate.Part.width, .height] where template.parts.contains(part) {
      let name = part == .width ? "width" : "height"
      if fields.entries[name] == nil, fields.entries["box"] == nil {
        reading.refuse(
          place, "'{\(name)}' in the path needs a number", "add '\(name)' or 'box'")
        return
      }
    }
    var own: Set<String> = []
    for settings in variants {
      let key = template.key(settings)
      guard own.insert(key).inserted else {
        let sizes = Set(variants.map(\.size)).count > 1
        let isWidth = Set(variants.map { $0.size?.width }).count > 1
        let missing =
          Set(variants.map(\.format)).count > 1 && !template.parts.contains(.format)
          ? "format" : isWidth ? "width" : "height"
        reading.refuse(
          place, "two \(missing != "format" && sizes ? "sizes" : "formats") have one path",
          "add {\(missing)} to the path")
        return
      }
      if let line = paths[key] {
        reading.refuse(place, "the output on line \(line) has the same path")
        return
      }
    }
    for key in own { paths[key] = fields.position.line }
  }
}
