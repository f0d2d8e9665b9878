/// An XMP packet: RDF in XML, changed by cutting out and never by writing anew.
/// Source: ISO 16684-1 (XMP), section 7.
struct XMPPacket {
  struct Name: Hashable {
    let namespace: String
    let local: String

    init(_ namespace: String, _ local: String) {
      self.namespace = namespace
      self.local = local
    }
  }

  /// A property, or a part of one.
  struct Node {
    let name: Name
    /// Stands in a description by itself and not in a structure.
    let isProperty: Bool
    let text: String
    /// Says nothing but its text.
    let isPlain: Bool
    /// Where it stands in the packet.
    let range: Range<Int>
  }

  let bytes: [UInt8]
  /// In the order written; parts follow their property.
  let nodes: [Node]
  private let asides: [Range<Int>]
  /// Where further properties can be written, before the end of all; nil if there is no such place.
  let end: Int?

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  /// nil if it is not well-formed, or in another encoding than UTF-8.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    var reader = Reader(bytes)
    do {
      try reader.read()
    } catch {
      return nil
    }
    nodes = reader.nodes
    asides = reader.asides
    end = reader.end
  }

  /// The packet without the nodes that are not kept; nil if it then says nothing.
  /// - Parameter comments: whether these stay.
  func filtered(comments: Bool, keeps: (Node) -> Bool) -> [UInt8]? {
    var gone = comments ? [] : asides
    var isLeft = false
    for node in nodes {
      let isGone = gone.last.map { $0.contains(node.range.lowerBound) } ?? false
      if isGone { continue }
      if keeps(node) {
        isLeft = isLeft || node.isProperty
      } else {
        gone.append(node.range)
      }
    }
    guard isLeft else { return nil }
    var left: [UInt8] = []
    var place = 0
    for range in gone.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound >= place
    {
      left += bytes[place..<range.lowerBound]
      place = range.upperBound
    }
    return left + bytes[place...]
  }

  /// The packet without the space between its elements, which programs leave for later changes.
  static func compacted(_ packet: [UInt8]) -> [UInt8] {
    var scanner = XMLScanner(packet)
    var left = packet.prefix(scanner.place)
    do {
      while let (mark, range) = try scanner.next() {
        if case .text = mark, packet[range].allSatisfy({ [0x20, 9, 10, 13].contains($0) }) {
          left.append(10)
        } else {
          left += packet[range]
        }
      }
    } catch {
      return packet
    }
    return Array(left)
  }

  /// The text of a property, or the first in its list.
  func text(_ name: Name) -> String? {
    nodes.first { $0.name == name && $0.isProperty && !$0.text.isEmpty }?.text
  }

  /// Walks through a packet, namespaces resolved.
  private struct Reader {
    private struct Level {
      let name: String
      let node: Int?
      let start: Int
      let isDescription: Bool
      /// Prefixes that it declares.
      let namespaces: [String: String]
    }

    private let bytes: [UInt8]
    private var levels: [Level] = []
    private(set) var nodes: [Node] = []
    private(set) var asides: [Range<Int>] = []
    private(set) var end: Int?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws(XMLScanner.Malformed) {
      var scanner = XMLScanner(bytes)
      var hasRoot = false
      while let (mark, range) = try scanner.next() {
        switch mark {
        case .open(let name, let attributes, let isEmpty):
          hasRoot = true
          // Deeper than any honest packet.
          guard levels.count < 100 else { throw XMLScanner.Malformed() }
          open(name, attributes, range)
          if isEmpty { close(at: range.upperBound) }
        case .close(let name):
          guard levels.last?.name == name else { throw XMLScanner.Malformed() }
          if resolve(name) == Name(XMPPacket.rdf, "RDF") { end = range.lowerBound }
          close(at: range.upperBound)
        case .text: add(range)
        case .aside: if bytes[range].hasPrefix("<!--") { asides.append(range) }
        }
      }
      guard hasRoot, levels.isEmpty else { throw XMLScanner.Malformed() }
    }

    private mutating func open(
      _ name: String, _ attributes: [XMLScanner.Attribute], _ range: Range<Int>
    ) {
      var namespaces: [String: String] = [:]
      for attribute in attributes where attribute.name.hasPrefix("xmlns") {
        namespaces[String(attribute.name.dropFirst(6))] = text(attribute.value)
      }
      let isInDescription = levels.last?.isDescription ?? false
      let isTop = levels.count { $0.isDescription } == 1
      levels.append(
        Level(
          name: name, node: nil, start: range.lowerBound, isDescription: false,
          namespaces: namespaces))
      let resolved = resolve(name)
      let isDescription = resolved == Name(XMPPacket.rdf, "Description")
      let isInRDF = levels.contains { resolve($0.name) == Name(XMPPacket.rdf, "RDF") }
      let isNode = isInRDF && resolved.namespace != XMPPacket.rdf
      levels.removeLast()
      if isNode {
        nodes.append(
          Node(
            name: resolved, isProperty: isInDescription && isTop, text: "",
            isPlain: attributes.isEmpty, range: range))
      }
      levels.append(
        Level(
          name: name, node: isNode ? nodes.count - 1 : nil, start: range.lowerBound,
          isDescription: isDescription, namespaces: namespaces))
      guard isInRDF else { return }
      let isTopDescription = isDescription && levels.count { $0.isDescription } == 1
      for attribute in attributes where !attribute.name.hasPrefix("xml") {
        let name = resolve(attribute.name)
        guard name.namespace != XMPPacket.rdf else { continue }
        nodes.append(
          Node(
            name: name, isProperty: isTopDescription, text: text(attribute.value), isPlain: true,
            range: attribute.range))
      }
    }

    private mutating func close(at end: Int) {
      let level = levels.removeLast()
      guard let index = level.node else { return }
      let node = nodes[index]
      nodes[index] = Node(
        name: node.name, isProperty: node.isProperty, text: node.text, isPlain: node.isPlain,
        range: level.start..<end)
    }

    /// The first text within a property is its own.
    private mutating func add(_ range: Range<Int>) {
      guard let index = levels.last(where: { $0.node != nil })?.node else { return }
      let node = nodes[index]
      let text = text(range).trimmed
      if text.isEmpty { return }
      nodes[index] = Node(
        name: node.name, isProperty: node.isProperty, text: node.text.isEmpty ? text : node.text,
        isPlain: node.isPlain && node.text.isEmpty, range: node.range)
    }

    private func resolve(_ name: String) -> Name {
      let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let prefix = parts.count == 2 ? String(parts[0]) : ""
      let namespace = levels.last { $0.namespaces[prefix] != nil }?.namespaces[prefix]
      return Name(namespace ?? prefix, String(parts.last ?? ""))
    }

    private func text(_ range: Range<Int>) -> String {
      let entities = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&apos;": "'", "&amp;": "&"]
      var rest = String(decoding: bytes[range], as: UTF8.self)[...]
      var text = ""
      while let start = rest.firstIndex(of: "&") {
        text += rest[..<start]
        rest = rest[start...]
        if let entity = entities.first(where: { rest.hasPrefix($0.key) }) {
          text += entity.value
          rest = rest.dropFirst(entity.key.count)
        } else {
          text.append(rest.removeFirst())
        }
      }
      return text + rest
    }
  }
}

extension XMPPacket {
  /// The packets that lie anywhere in a file, as they are written.
  static func packets(in bytes: [UInt8]) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var place = 0
    while let start = bytes.place(of: Array("<x:xmpmeta".utf8), from: place) {
      let mark = Array("</x:xmpmeta>".utf8)
      place = bytes.place(of: mark, from: start).map { $0 + mark.count } ?? bytes.count
      packets.append(Array(bytes[start..<place]))
    }
    return packets
  }

  /// Does it say that the file holds a gain map (Ultra HDR)?
  static func claimsGainMap(_ packet: [UInt8]) -> Bool {
    packet.contains("http://ns.adobe.com/hdr-gain-map/") || packet.contains("hdrgm:")
  }

  /// The packet with orientation 1, nil if it says that or nothing already. Its length stays.
  static func resettingOrientation(_ packet: [UInt8]) -> [UInt8]? {
    guard let name = packet.place(of: Array("tiff:Orientation".utf8)) else { return nil }
    // As an attribute or as an element: the number is the next digit.
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let place = packet[name...].firstIndex(where: digits.contains), place - name < 24,
      packet[place] != UInt8(ascii: "1")
    else { return nil }
    var changed = packet
    changed[place] = UInt8(ascii: "1")
    return changed
  }
}

extension String {
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
