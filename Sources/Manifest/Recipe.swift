/// Our own adjustment data: sections in order, each with the series that added it.
public struct Recipe: Sendable, Codable, Hashable {
  public static let formatIdentifier = "dev.minilab.recipe"
  public static let formatVersion = 1

  public struct Section: Sendable, Codable, Hashable {
    /// The manifest's name; nil for an edit without a manifest.
    public var name: String?
    /// What makes "own": the catalog's number of the series; nil for an edit without one.
    public var series: Int64?
    public var operations: [Operation]
    /// What the series' in-place output does to metadata, if it does not keep all of it.
    public var metadata: MetadataPolicy?

    public init(
      name: String?, series: Int64?, operations: [Operation], metadata: MetadataPolicy? = nil
    ) {
      self.name = name
      self.series = series
      self.operations = operations
      self.metadata = metadata
    }

    /// Whether it says nothing: a series without it is the same.
    public var isEmpty: Bool { operations.isEmpty && metadata == nil }
  }

  public var sections: [Section]

  public init(_ sections: [Section] = []) { self.sections = sections }

  public var operations: [Operation] { sections.flatMap(\.operations) }

  /// The recipe after a job's section; nil if it already says that.
  /// - Parameter section: an empty one takes the series' own away.
  public func joined(by section: Section, onto: JobManifest.Onto) -> Recipe? {
    var joined = self
    switch onto {
    case .own, .stack:
      let own = section.series == nil ? nil : sections.firstIndex { $0.series == section.series }
      switch (own, section.isEmpty) {
      case (let place?, true): joined.sections.remove(at: place)
      case (let place?, false): joined.sections[place] = section
      case (nil, true): break
      case (nil, false): joined.sections.append(section)
      }
    case .replace:
      joined.sections = section.isEmpty ? [] : [section]
    case .extend:
      if !section.isEmpty { joined.sections.append(section) }
    }
    return joined == self ? nil : joined
  }
}
