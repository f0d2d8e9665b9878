public import Files
public import Manifest

/// A submitted manifest.
public struct Job: Sendable {
  public let id: Int64
  public let series: Int64?
  public let name: String
  public let kind: JobKind
  public let source: JobSource
  public let root: Int64
  /// The job's root: what paths of assets are told relative to.
  public let folder: BytePath
  /// The base of its outputs.
  public let target: BytePath
  public var renewal: Renewal
  /// Also over what another program changed, which is stored first.
  public var force: Bool
  public let state: JobState
  public let isCancelled: Bool
  public let priority: Int
  public let retries: Int
  public let counts: ItemCounts
  public let createdAt: Int64
  public let startedAt: Int64?
  public let finishedAt: Int64?
}

/// What a job makes anew although it is up to date.
public enum Renewal: Sendable, Hashable {
  case nothing
  case everything
  /// What another engine than this one made.
  /// - Parameter inPlace: also photos that were edited in place.
  case otherEngines(than: String, inPlace: Bool)

  /// Whether a file is one of these.
  public func covers(_ rendition: Rendition) -> Bool {
    switch self {
    case .nothing: false
    case .everything: true
    case .otherEngines(let engine, let inPlace):
      rendition.engine != engine && (inPlace || rendition.kind == .rendition)
    }
  }

  var engine: String? { if case .otherEngines(let engine, _) = self { engine } else { nil } }

  /// Its columns of `jobs`.
  var values: [String: DatabaseValue] {
    [
      "again": DatabaseValue(self == .everything), "engine": DatabaseValue(engine),
      "engine_in_place": DatabaseValue(
        self == engine.map { .otherEngines(than: $0, inPlace: true) }),
    ]
  }

  init(again: Bool, engine: String?, inPlace: Bool) {
    self =
      again ? .everything : engine.map { .otherEngines(than: $0, inPlace: inPlace) } ?? .nothing
  }
}

/// What a job does with each of its assets.
public enum JobKind: Sendable, Hashable {
  /// What a manifest says.
  case manifest
  case undo, redo
  /// - Parameter job: back to before this job; nil: to the original.
  case revert(job: Int64?)
  /// Takes another program's file as the new original.
  case adopt

  /// The word that the catalog has for it.
  public var word: String {
    switch self {
    case .manifest: "manifest"
    case .undo: "undo"
    case .redo: "redo"
    case .revert: "revert"
    case .adopt: "adopt"
    }
  }

  public var revertedJob: Int64? { if case .revert(let job) = self { job } else { nil } }

  init(word: String, revertedJob: Int64?) {
    switch word {
    case "undo": self = .undo
    case "redo": self = .redo
    case "revert": self = .revert(job: revertedJob)
    case "adopt": self = .adopt
    default: self = .manifest
    }
  }
}

/// What a job's manifest is read from.
public struct JobSource: Sendable {
  public let manifest: [UInt8]
  public let file: BytePath
  /// --set values.
  public let variables: [String: String]

  public init(manifest: [UInt8], file: BytePath, variables: [String: String]) {
    self.manifest = manifest
    self.file = file
    self.variables = variables
  }

  /// - Parameter row: a table row's values; nil leaves out what needs them.
  public func parse(row: [String: String]? = nil) throws(ManifestErrors) -> JobManifest {
    try ManifestParser.parse(manifest, file: file, variables: variables, row: row)
  }

  /// The manifest for one item.
  /// - Parameter whole: as `parse` gives it without a row.
  public func manifest(
    _ whole: JobManifest, row: [String: String]
  ) throws(ManifestErrors) -> JobManifest {
    whole.columns.isEmpty ? whole : try parse(row: row)
  }
}

public enum JobState: String, Sendable, CaseIterable {
  case submitting, queued, running, paused, succeeded, partial, failed, cancelled

  public var isEnded: Bool {
    switch self {
    case .submitting, .queued, .running, .paused: false
    case .succeeded, .partial, .failed, .cancelled: true
    }
  }
}

public enum ItemState: String, Sendable, CaseIterable {
  case queued, running, publishing, succeeded, skipped, failed, cancelled, quarantined
}

/// How many items of a job are in which state; they change with the items, in one transaction.
public struct ItemCounts: Sendable, Equatable {
  public var total = 0
  private var byState: [ItemState: Int] = [:]

  public init() {}

  public subscript(state: ItemState) -> Int {
    get { byState[state] ?? 0 }
    set { byState[state] = newValue == 0 ? nil : newValue }
  }

  public var ended: Int {
    total - self[.queued] - self[.running] - self[.publishing]
  }

  /// How a job with these counts ended.
  public var endState: JobState {
    let bad = self[.failed] + self[.quarantined]
    let good = self[.succeeded] + self[.skipped]
    if good == 0 && bad > 0 { return .failed }
    if bad == 0 && self[.cancelled] == 0 { return .succeeded }
    return good == 0 && bad == 0 ? .cancelled : .partial
  }
}

extension Job {
  static let columns = """
    id, series_id, name, manifest, file, variables, root_id, folder, target, again, state, held,
    cancelled, priority, retries, total, items_queued, items_running, items_publishing,
    items_succeeded, items_skipped, items_failed, items_cancelled, items_quarantined,
    created_at, started_at, finished_at, kind, reverted_job, force, engine, engine_in_place
    """

  init(_ row: Row) throws {
    id = row.integer(0)
    series = row.optional(1, row.integer)
    name = row.text(2)
    kind = JobKind(word: row.text(27), revertedJob: row.optional(28, row.integer))
    force = row.flag(29)
    source = JobSource(
      manifest: row.blob(3), file: BytePath(bytes: row.blob(4)),
      variables: try JSON.value([String: String].self, row.text(5)))
    root = row.integer(6)
    folder = BytePath(bytes: row.blob(7))
    target = BytePath(bytes: row.blob(8))
    renewal = Renewal(
      again: row.flag(9), engine: row.optional(30, row.text), inPlace: row.flag(31))
    isCancelled = row.flag(12)
    priority = Int(row.integer(13))
    retries = Int(row.integer(14))
    var counts = ItemCounts()
    counts.total = Int(row.integer(15))
    for (column, state) in ItemState.allCases.enumerated() {
      counts[state] = Int(row.integer(16 + column))
    }
    self.counts = counts
    state = Job.effectiveState(
      JobState(rawValue: row.text(10)) ?? .queued, held: row.flag(11), cancelled: row.flag(12),
      counts)
    createdAt = row.integer(24)
    startedAt = row.optional(25, row.integer)
    finishedAt = row.optional(26, row.integer)
  }

  /// Hold and cancel are flags; what a person sees follows from them. Cancel wins over pause.
  private static func effectiveState(
    _ state: JobState, held: Bool, cancelled: Bool, _ counts: ItemCounts
  ) -> JobState {
    let working = counts[.running] + counts[.publishing] > 0
    guard !state.isEnded, state != .submitting, !working else { return state }
    return cancelled ? .cancelled : held ? .paused : state
  }
}
