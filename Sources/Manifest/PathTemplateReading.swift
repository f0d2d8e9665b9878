import Files

extension Reading {
  /// The parts of a path with placeholders; nil and problems if it is wrong.
  func template(_ node: Node, _ text: String) -> PathTemplate? {
    let count = problems.count
    var parts: [PathTemplate.Part] = []
    var literal = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        literal.append(rest.removeFirst())
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          refuse(node.position, "'{' without a '}' in the path", "a literal '{' is written '{{'")
          return nil
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        if let part = placeholder(String(rest[..<end]), at: node.position) { parts.append(part) }
        rest = rest[end...].dropFirst()
      case "}":
        refuse(node.position, "'}' without a '{' in the path", "a literal '}' is written '}}'")
        return nil
      default: literal.append(character)
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    if let wrong = pathMistake(text) { refuse(node.position, "'path' \(wrong)") }
    if case .literal(let text)? = parts.last, text.hasSuffix("/") {
      refuse(node.position, "'path' must end in a file's name", "add '{name}.{format}'")
    }
    return problems.count == count ? PathTemplate(parts) : nil
  }

  private func placeholder(_ name: String, at position: Position) -> PathTemplate.Part? {
    if let part = PathTemplate.placeholders.first(where: { $0.name == name })?.part { return part }
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts.first, parts.dropFirst().first) {
    case ("seq", let digits?):
      if let digits = Int(digits), (1...12).contains(digits) { return .sequence(digits: digits) }
      refuse(position, "'{\(displayed(name))}' needs 1 to 12 digits", "write '{seq:4}'")
    case ("taken", let pattern):
      return taken(String(pattern ?? ""), at: position)
    default:
      let names = PathTemplate.placeholders.map(\.name)
      refuse(
        position, "unknown placeholder '{\(displayed(name))}' in the path",
        NearestWord.of(name, among: names).map { "did you mean '{\($0)}'?" }
          ?? "known are " + names.map { "{\($0)}" }.joined(separator: " "))
    }
    return nil
  }

  /// `{taken:%Y/%m}`
  private func taken(_ pattern: String, at position: Position) -> PathTemplate.Part? {
    let known = CaptureTime.directives.map { "%\($0.letter)" }
    let used = pattern.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
    var letters = ""
    var isEscaped = false
    for part in used {
      if isEscaped {
        isEscaped = false
      } else if let letter = part.first {
        letters.append(letter)
      } else {
        isEscaped = true
      }
    }
    let unknown = letters.first { letter in !known.contains("%\(letter)") }
    if let unknown {
      refuse(
        position, "'{taken:…}' knows no %\(unknown)", "known are " + known.joined(separator: " "))
    } else if letters.isEmpty {
      refuse(position, "'{taken:…}' needs a pattern", "write '{taken:%Y/%m}'")
    } else {
      return .taken(pattern)
    }
    return nil
  }
}

extension PathTemplate {
  static let placeholders: [(name: String, part: Part)] = [
    ("name", .name), ("ext", .fileExtension), ("format", .format), ("dir", .folder),
    ("width", .width), ("height", .height), ("seq", .sequence(digits: 1)), ("hash", .hash),
  ]

  /// The extension that every path from it has; nil if a placeholder decides it or there is none.
  var literalExtension: String? {
    guard case .literal(let text)? = parts.last, text.contains(".") else { return nil }
    let name = text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let isWhole = name.utf8.count < text.utf8.count || parts.count == 1
    guard let dot = name.lastIndex(of: "."), !isWhole || dot != name.startIndex else { return nil }
    return String(name[dot...].dropFirst())
  }

  /// Two variants with equal keys would be written to one path.
  func key(_ settings: OutputSettings) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .name: "{name}"
      case .fileExtension: "{ext}"
      case .folder: "{dir}"
      case .format: settings.format.fileExtension
      case .width: settings.size?.width.map { String($0) } ?? ""
      case .height: settings.size?.height.map { String($0) } ?? ""
      case .sequence(let digits): "{seq:\(digits)}"
      case .hash: "{hash}"
      case .taken(let pattern): "{taken:\(pattern)}"
      }
    }.joined()
  }
}
