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

    public init(name: String?, series: Int64?, operations: [Operation]) {
      self.name = name
      self.series = series
      self.operations = operations
    }
  }

  public var sections: [Section]

  public init(_ sections: [Section] = []) { self.sections = sections }

  public var operations: [Operation] { sections.flatMap(\.operations) }

  /// The recipe after a job's edit; nil if it already says that.
  /// - Parameter edit: nil leaves all as it is; an empty list takes the own section away.
  public func joined(
    by edit: [Operation]?, onto: JobManifest.Onto, name: String?, series: Int64?
  ) -> Recipe? {
    guard let edit else { return nil }
    let section = Section(name: name, series: series, operations: edit)
    var joined = self
    switch onto {
    case .own, .stack:
      let own = series == nil ? nil : sections.firstIndex { $0.series == series }
      switch (own, edit.isEmpty) {
      case (let place?, true): joined.sections.remove(at: place)
      case (let place?, false): joined.sections[place] = section
      case (nil, true): break
      case (nil, false): joined.sections.append(section)
      }
    case .replace:
      joined.sections = edit.isEmpty ? [] : [section]
    case .extend:
      if !edit.isEmpty { joined.sections.append(section) }
    }
    return joined == self ? nil : joined
  }
}
