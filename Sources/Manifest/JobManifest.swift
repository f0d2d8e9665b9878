public import Files

/// What a manifest asks for, checked, with defaults filled in.
public struct JobManifest: Sendable, Hashable {
  /// With the root it names the series.
  public var name: String
  /// As written; nil: the manifest's own folder.
  public var root: BytePath?
  /// As written; nil: the root.
  public var to: BytePath?
  /// Empty: every image below the root.
  public var select: [SelectionEntry]
  public var exclude: [String]
  /// nil: no `edit` key, an own section stays. Empty: the own section is removed.
  public var edit: [Operation]?
  public var onto: Onto
  public var outputs: [Output]
  /// nil: the photo itself stays as it is.
  public var inPlace: InPlaceOutput?
  public var allowEmpty: Bool
  /// Whether cancelling the job asks first.
  public var confirmsCancel: Bool
  /// Whether reprocessing takes the series in.
  public var isReprocessed = true
  /// Whether outputs go whose source left the selection.
  public var removesOrphans: Bool
  /// Higher first.
  public var priority: Int
  /// How often transient errors are tried again.
  public var retries: Int
  /// Wall clock per item, in milliseconds.
  public var timeout: Int
  /// Lowers the library's limit; nil: the library's.
  public var maxPixels: Int?
  /// Variables that only a table's rows give. Where there are any, the operations that use them are
  /// missing here, and so are the outputs that use them elsewhere than in `finish`: parse again with
  /// a row's values.
  public var columns: Set<String>

  public init(
    name: String, root: BytePath? = nil, to: BytePath? = nil, select: [SelectionEntry] = [],
    exclude: [String] = [], edit: [Operation]? = nil, onto: Onto = .own, outputs: [Output] = [],
    inPlace: InPlaceOutput? = nil, allowEmpty: Bool = false, confirmsCancel: Bool = false,
    removesOrphans: Bool = false,
    priority: Int = 0, retries: Int = 3, timeout: Int = 120_000,
    maxPixels: Int? = nil, columns: Set<String> = []
  ) {
    self.name = name
    self.root = root
    self.to = to
    self.select = select
    self.exclude = exclude
    self.edit = edit
    self.onto = onto
    self.outputs = outputs
    self.inPlace = inPlace
    self.allowEmpty = allowEmpty
    self.confirmsCancel = confirmsCancel
    self.removesOrphans = removesOrphans
    self.priority = priority
    self.retries = retries
    self.timeout = timeout
    self.maxPixels = maxPixels
    self.columns = columns
  }

  /// How a recipe joins the one that an asset already has.
  public enum Onto: String, Sendable, Codable, CaseIterable {
    /// Replaces the section that this series added and leaves the others.
    case own
    /// Makes this recipe the whole.
    case replace
    /// Appends a section.
    case extend
    /// Starts from the rendered result.
    case stack
  }
}

/// One entry of `select`.
public struct SelectionEntry: Sendable, Hashable {
  public enum Source: Sendable, Hashable {
    case glob(String)
    /// A literal path relative to the root.
    case path(BytePath)
    /// A file of paths, one a line, relative to the manifest's folder; "-" is standard input.
    case list(BytePath)
    /// A CSV file with a column `path`; the other columns are variables of the row.
    case table(BytePath)
    /// The assets that have an edit in force.
    case edited
  }

  public var source: Source
  /// Comes before the manifest's edit.
  public var edit: [Operation]?

  public init(_ source: Source, edit: [Operation]? = nil) {
    self.source = source
    self.edit = edit
  }
}

/// One entry of `outputs`: a path for every size and format.
public struct Output: Sendable, Hashable {
  public var path: PathTemplate
  /// Formats × sizes in the order written, everything that decides their bytes filled in.
  public var variants: [OutputSettings]
  public var onConflict: OnConflict
  public var from: Start
  public var mtime: FileTime

  public init(
    path: PathTemplate, variants: [OutputSettings], onConflict: OnConflict = .fail,
    from: Start = .head, mtime: FileTime = .now
  ) {
    self.path = path
    self.variants = variants
    self.onConflict = onConflict
    self.from = from
    self.mtime = mtime
  }

  /// The pixels that an output starts from.
  public enum Start: String, Sendable, Codable, CaseIterable {
    /// With the edit in force.
    case head
    /// Without any edit.
    case original
  }

  /// What happens to a file at an output's path that we did not write.
  public enum OnConflict: String, Sendable, Codable, CaseIterable {
    case fail, overwrite, skip, rename
  }
}

/// An output's path with placeholders.
public struct PathTemplate: Sendable, Hashable {
  public enum Part: Sendable, Hashable {
    case literal(String)
    case name, fileExtension, format, folder, width, height
    case sequence(digits: Int)
    case hash
    /// A pattern of strftime(3).
    case taken(String)
  }

  public var parts: [Part]

  public init(_ parts: [Part]) { self.parts = parts }

  /// Whether two assets cannot be told to get one path before their items run.
  public var isOpen: Bool { usesSequence || usesHash || usesTaken }

  public var usesSequence: Bool {
    parts.contains { if case .sequence = $0 { true } else { false } }
  }
  public var usesHash: Bool { parts.contains(.hash) }
  public var usesTaken: Bool { parts.contains { if case .taken = $0 { true } else { false } } }

  /// The path relative to `to` for an asset.
  /// - Parameter asset: the asset's path relative to the root.
  /// An empty `{dir}` takes the slash behind it along.
  public func path(
    asset: BytePath, settings: OutputSettings, names: ItemNames = ItemNames()
  ) -> BytePath {
    var bytes: [UInt8] = []
    for part in parts {
      switch part {
      case .literal(let text):
        let text = Array(text.utf8)
        bytes += bytes.isEmpty && text.first == UInt8(ascii: "/") ? text.dropFirst() : text[...]
      case .name: bytes += asset.stem.bytes
      case .fileExtension: bytes += asset.fileExtension.bytes
      case .format: bytes += settings.format.fileExtension.utf8
      case .folder: bytes += asset.parent.bytes
      case .width: bytes += Array((settings.size?.width).map { String($0) }?.utf8 ?? "".utf8)
      case .height: bytes += Array((settings.size?.height).map { String($0) }?.utf8 ?? "".utf8)
      case .sequence(let digits): bytes += padded(names.sequence ?? 0, digits).utf8
      case .hash: bytes += (names.hash ?? "").utf8
      case .taken(let pattern): bytes += (names.taken?.formatted(pattern) ?? "").utf8
      }
    }
    return BytePath(bytes: BytePath(bytes: bytes).components.map(\.bytes).joined(separator: [0x2f]))
  }
}
