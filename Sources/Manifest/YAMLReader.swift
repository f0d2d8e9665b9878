/// Reads a YAML text to a tree of nodes with positions. What libyaml lets pass is refused here:
/// duplicate keys, unknown aliases, tags, several documents, and trees that aliases blow up.
struct YAMLReader {
  static let maximumBytes = 16 << 20
  static let maximumDepth = 64
  /// Nodes, with aliases followed.
  static let maximumNodes = 1_000_000

  private let reading: Reading
  private let pairs: SurrogatePairs
  private let positions: TextPositions
  private let events: YAMLEvents
  private var anchors: [String: Node] = [:]
  private var weight = 0
  /// Pairs that turned out not to stand between double quotes.
  private var misplaced: Set<Int> = []

  /// - Throws: what makes going on pointless; other problems are left in `reading`.
  static func read(_ bytes: [UInt8], _ reading: Reading) throws(ManifestErrors) -> Node {
    let start = Position(line: 1, column: 1)
    guard bytes.count <= maximumBytes else {
      throw reading.failure(start, "the file is larger than 16 MiB")
    }
    let text: [UInt8]
    switch TextPositions.utf8(bytes) {
    case .success(let valid): text = valid
    case .failure(let error): throw reading.failure(error.position, "the file is not UTF-8")
    }
    var reader = YAMLReader(text, reading, kept: [])
    var root = try reader.document()
    if !reader.misplaced.isEmpty {
      // Problems that the first pass found are found again, and said once.
      reader = YAMLReader(text, reading, kept: reader.misplaced)
      root = try reader.document()
    }
    guard let root else {
      throw reading.failure(start, "the manifest is empty", "start with 'minilab: 1'")
    }
    return root
  }

  private init(_ text: [UInt8], _ reading: Reading, kept: Set<Int>) {
    self.reading = reading
    pairs = SurrogatePairs(text, kept: kept)
    positions = TextPositions(text)
    events = YAMLEvents(pairs.bytes)
  }

  // MARK: Documents

  private mutating func document() throws(ManifestErrors) -> Node? {
    var root: Node?
    reading: while true {
      let event = try next()
      switch event.kind {
      case .start, .documentEnd: continue
      case .documentStart where root != nil:
        refuse(event, "a manifest is one document", "remove the '---' and what follows it")
        break reading
      case .documentStart: root = try node(try next(), depth: 0)
      default: break reading
      }
    }
    return root
  }

  private mutating func node(_ event: YAMLEvents.Event, depth: Int) throws(ManifestErrors) -> Node {
    if let tag = event.tag { refuse(event, "tags such as '\(displayed(tag))' are not allowed") }
    var node = Node(content: .list([]), position: position(event.start))
    switch event.kind {
    case .alias(let name):
      guard let anchored = anchors[name] else {
        refuse(
          event, "unknown alias '*\(displayed(name))'",
          NearestWord.hint(name, among: anchors.keys.sorted()))
        node.content = .scalar(Node.Scalar(text: "", style: .plain, missing: [name]))
        break
      }
      node = anchored
    case .scalar(let text, let isQuoted, let isDoubleQuoted):
      if !isDoubleQuoted {
        misplaced.formUnion(pairs.count(before: event.start)..<pairs.count(before: event.end))
      }
      node.content = .scalar(Node.Scalar(text: text, style: isQuoted ? .quoted : .plain))
    case .listStart:
      try descend(event, depth)
      var nodes: [Node] = []
      while true {
        let event = try next()
        if event.kind == .end { break }
        nodes.append(try self.node(event, depth: depth + 1))
      }
      node.content = .list(nodes)
      node.weight += nodes.reduce(0) { $0 + $1.weight }
    case .mappingStart:
      try descend(event, depth)
      let entries = try mapping(depth: depth + 1)
      node.content = .mapping(entries)
      node.weight += entries.reduce(0) { $0 + $1.value.weight }
    case .start, .documentStart, .documentEnd, .end: break
    }
    if case .alias = event.kind { weight += node.weight } else { weight += 1 }
    guard weight <= Self.maximumNodes else {
      throw reading.failure(
        position(event.start), "the manifest has more than a million values")
    }
    if let anchor = event.anchor { anchors[anchor] = node }
    return node
  }

  private mutating func mapping(depth: Int) throws(ManifestErrors) -> [Node.Entry] {
    var entries: [Node.Entry] = []
    var lines: [String: Int] = [:]
    while true {
      let event = try next()
      if event.kind == .end { return entries }
      let key = try node(event, depth: depth)
      let value = try node(try next(), depth: depth)
      guard let name = key.scalar?.text else {
        refuse(event, "a key must be a text, not \(key.shown)")
        continue
      }
      if let line = lines.updateValue(key.position.line, forKey: name) {
        refuse(event, "duplicate key '\(displayed(name))'", "it is on line \(line) already")
      } else {
        entries.append(Node.Entry(key: name, position: key.position, value: value))
      }
    }
  }

  // MARK: Problems

  private mutating func next() throws(ManifestErrors) -> YAMLEvents.Event {
    switch events.next() {
    case .success(let event): return event
    case .failure(let error):
      let place = position(error.character)
      let line = pairs.bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
        .dropFirst(place.line - 1).first.map { String(decoding: $0, as: UTF8.self) }
      let hint = line?.contains("${") == true ? "between { } or [ ] write \"${…}\" in quotes" : nil
      throw reading.failure(place, "not YAML: \(error.message)", hint)
    }
  }

  private mutating func descend(
    _ event: YAMLEvents.Event, _ depth: Int
  ) throws(ManifestErrors) {
    guard depth < Self.maximumDepth else {
      throw reading.failure(
        position(event.start), "nested deeper than \(Self.maximumDepth) levels")
    }
  }

  private func refuse(_ event: YAMLEvents.Event, _ message: String, _ hint: String? = nil) {
    reading.refuse(position(event.start), message, hint)
  }

  // MARK: Positions

  private func position(_ character: Int) -> Position {
    positions[character + pairs.count(before: character) * SurrogatePairs.shrinkage]
  }
}
