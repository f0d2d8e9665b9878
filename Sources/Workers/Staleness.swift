public import Files
public import Manifest
public import Storage

/// Why a file would be worked on if its series' newest job came again.
public enum Staleness: Sendable, Hashable {
  /// The series has nothing of it yet.
  case new
  case sourceChanged
  case editChanged
  case settingsChanged
  case outputMissing
  /// Another version of the engine made it.
  case engineChanged
  case inPlace
  /// It would fail.
  case failing(ErrorCode)

  public var text: String {
    switch self {
    case .new: "new"
    case .sourceChanged: "the photo changed"
    case .editChanged: "the edit changed"
    case .settingsChanged: "the output's settings changed"
    case .outputMissing: "an output is missing"
    case .engineChanged: "made by another version of the engine"
    case .inPlace: "the photo's own file does not show the edit"
    case .failing(let code): "fails with \(code.rawValue)"
    }
  }
}

/// Holds files against what a series' newest job made of them. Nothing is rendered or written.
public struct StalenessCheck {
  private let plan: JobPlan
  private let library: Library

  /// - Parameters:
  ///   - renewal: what counts as out of date whatever it is.
  ///   - renderer: the program that draws texts.
  public init(_ job: Job, _ renewal: Renewal, _ library: Library, renderer: BytePath) throws {
    var job = job
    // As if it came again, not as it was given the last time.
    (job.renewal, job.force) = (renewal, false)
    plan = try JobPlan(job, library, try library.settings(), renderer: renderer)
    self.library = library
  }

  /// - Parameters:
  ///   - file: relative to the job's root.
  ///   - asset: nil if the catalog does not know it.
  /// - Returns: nil if all is as it should be.
  public func reason(_ file: SelectedFile, _ asset: Asset?) -> Staleness? {
    guard let asset else { return .new }
    do {
      let item = ClaimedItem(
        id: 0, job: plan.job.id, lease: 0, asset: asset, entry: file.entry, row: file.row,
        names: try names(of: asset), errors: 0, crashes: 0, isOrphan: false)
      let decision = try ManifestDecision(
        item, try plan.manifest(row: file.row), plan, library, taken: { _ in nil })
      return try reason(decision, asset)
    } catch let failure as ItemFailure {
      return .failing(failure.failure.code)
    } catch let failure as Failure {
      return .failing(failure.code)
    } catch {
      return .failing(.manifestInvalid)
    }
  }

  /// What the paths were called the last time.
  private func names(of asset: Asset) throws -> ItemNames {
    try plan.job.series.flatMap { series in
      try Items(library).newest(of: asset.id, inSeries: series)?.names
    } ?? ItemNames()
  }

  private func reason(_ decision: ManifestDecision, _ asset: Asset) throws -> Staleness? {
    if decision.isIdle { return nil }
    let own = try Renditions(library).live(asset: asset.id).filter { $0.series == plan.job.series }
    let isUntouched = own.isEmpty && decision.editing.outcome != .unchanged
    if isUntouched && decision.editing.outcome != .reedited { return .new }
    if asset.file.map({ $0.digest != decision.source.found.digest }) ?? true {
      return .sourceChanged
    }
    if decision.editing.adjustment != nil { return .editChanged }
    guard let output = decision.outputs.first else {
      let shown = decision.source.inPlace?.key
      return shown == decision.inPlace?.key ? .engineChanged : .inPlace
    }
    guard output.place.expected != nil,
      let made = own.first(where: { $0.path == output.place.path })
    else { return .outputMissing }
    if made.key == output.key { return .engineChanged }
    let shown: Rendering.Shown = made.adjustment.map { .adjustment($0) } ?? .original
    return shown == decision.editing.shows ? .settingsChanged : .editChanged
  }
}
