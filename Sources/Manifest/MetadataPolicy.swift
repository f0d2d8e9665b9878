/// What an output carries of a photo's metadata: a base, what goes besides, and texts to write.
/// Policies that ask for the same are equal.
public struct MetadataPolicy: Sendable, Hashable {
  public enum Base: String, Sendable, Codable, CaseIterable {
    /// Dates, camera and copyright stay; places, people, serials, owner, maker notes, thumbnails go.
    case `private`
    case keep
    case strip
  }

  /// What can be told to go by itself.
  public enum Part: String, Sendable, Codable, CaseIterable {
    case gps, people, serials, owner, places
    case makerNotes = "maker-notes"
    case thumbnails
    case xmp, iptc
    /// All of EXIF but the capture dates.
    case exif

    /// Maker notes have names of persons and places and serial numbers, each maker's in its own form.
    fileprivate var isInMakerNotes: Bool {
      switch self {
      case .people, .serials, .owner, .places: true
      default: false
      }
    }
  }

  public enum Text: String, Sendable, Codable, CaseIterable {
    case copyright, creator, description
  }

  public let base: Base
  public let remove: Set<Part>
  public let set: [Text: String]

  public static let `private` = MetadataPolicy(.private)
  public static let keep = MetadataPolicy(.keep)
  public static let strip = MetadataPolicy(.strip)

  public init(_ base: Base, remove: Set<Part> = [], set: [Text: String] = [:]) {
    self.base = base
    self.set = set.compactMapValues(Self.writable)
    // Which blocks a text is written to depends on what of them was told to go.
    let blocks = remove.intersection([.xmp, .iptc, .exif])
    switch base {
    case .strip: self.remove = self.set.isEmpty ? [] : blocks
    case .private: self.remove = blocks
    case .keep:
      self.remove = remove.contains(where: \.isInMakerNotes) ? remove.union([.makerNotes]) : remove
    }
  }

  /// A text as all blocks can hold it: without control characters and spaces around; nil if nothing
  /// is left.
  private static func writable(_ text: String) -> String? {
    let allowed = text.unicodeScalars.filter {
      $0.value >= 0x20 && $0.value != 0x7f && $0.value & 0xfffe != 0xfffe || $0 == "\n"
        || $0 == "\t"
    }
    var rest = String(String.UnicodeScalarView(allowed))[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
  }

  /// Does a text of the photo's own survive?
  private func keeps(_ text: Text) -> Bool {
    switch base {
    case .strip: false
    case .private: text == .copyright && !remove.contains(.exif)
    case .keep: !remove.contains(.exif) && !(text == .creator && remove.contains(.owner))
    }
  }

  /// What holds when one policy after the other was asked for: what any of them removes stays
  /// removed, and a text is the last one written, unless a later policy removes it.
  public static func strictest(of policies: [MetadataPolicy]) -> MetadataPolicy {
    policies.reduce(.keep) { before, next in
      let bases = [Base.strip, .private, .keep]
      return MetadataPolicy(
        bases.first { $0 == before.base || $0 == next.base } ?? .keep,
        remove: before.remove.union(next.remove),
        set: before.set.filter { next.keeps($0.key) }.merging(next.set) { $1 })
    }
  }
}

/// In JSON as in a manifest: a word, or a mapping where it says more.
extension MetadataPolicy: Codable {
  private enum Key: String, CodingKey { case base, remove, set }

  public init(from decoder: any Decoder) throws {
    if let base = try? decoder.singleValueContainer().decode(Base.self) {
      self.init(base)
      return
    }
    let box = try decoder.container(keyedBy: Key.self)
    let texts = try box.decodeIfPresent([String: String].self, forKey: .set) ?? [:]
    var set: [Text: String] = [:]
    for (name, text) in texts {
      guard let name = Text(rawValue: name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .set, in: box, debugDescription: "unknown text \(name)")
      }
      set[name] = text
    }
    self.init(
      try box.decode(Base.self, forKey: .base),
      remove: Set(try box.decodeIfPresent([Part].self, forKey: .remove) ?? []), set: set)
  }

  public func encode(to encoder: any Encoder) throws {
    if remove.isEmpty && set.isEmpty {
      var box = encoder.singleValueContainer()
      try box.encode(base)
      return
    }
    var box = encoder.container(keyedBy: Key.self)
    try box.encode(base, forKey: .base)
    if !remove.isEmpty {
      try box.encode(Part.allCases.filter(remove.contains), forKey: .remove)
    }
    if !set.isEmpty {
      let texts = set.map { ($0.key.rawValue, $0.value) }
      try box.encode(Dictionary(uniqueKeysWithValues: texts), forKey: .set)
    }
  }
}
