import Files
import Manifest
import Storage

/// Jobs and items as JSON lines and as text.
enum JobReport {
  static func json(_ job: Job) -> JSONObject {
    var items: JSONObject = ["total": .integer(job.counts.total)]
    for state in [ItemState.succeeded, .skipped, .failed, .cancelled, .quarantined] {
      items.add(state.rawValue, .integer(job.counts[state]))
    }
    if !job.state.isEnded {
      for state in [ItemState.queued, .running, .publishing] {
        items.add(state.rawValue, .integer(job.counts[state]))
      }
    }
    var object: JSONObject = [
      "id": .integer(Int(job.id)), "name": .string(job.name),
      "state": .string(job.state.rawValue), "items": .object(items),
    ]
    if let seconds = seconds(job) { object.add("seconds", .number(seconds)) }
    return object
  }

  /// Wall clock from its first item to its end, or until now; nil before it starts. Hundredths.
  static func seconds(_ job: Job) -> Double? {
    guard let start = job.startedAt else { return nil }
    return Double(((job.finishedAt ?? Clock.now()) - start) / 10_000) / 100
  }

  /// "12 succeeded, 3 skipped, 1 failed of 16".
  static func summary(_ job: Job) -> String {
    let counts = job.counts
    var parts: [String] = []
    for state in ItemState.allCases where counts[state] > 0 {
      parts.append("\(counts[state]) \(state.rawValue)")
    }
    let time = seconds(job).map { " in \(Quantity.duration(seconds: $0))" } ?? ""
    let what = parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")
    return "job \(job.id) \(job.name): \(job.state.rawValue) (\(what))\(time)"
  }

  static func exitStatus(_ job: Job) -> ExitStatus {
    switch job.state {
    case .succeeded: .done
    case .partial:
      job.counts[.failed] + job.counts[.quarantined] > 0 ? .someFailed : .failed
    case .submitting, .queued, .running, .paused, .failed, .cancelled: .failed
    }
  }

  /// The worst of several, the first of equals.
  static func exitStatus(_ jobs: [Job]) -> ExitStatus {
    let statuses = jobs.map { exitStatus($0) }
    let isMixed = Set(statuses).count > 1 && statuses.contains { $0 != .done }
    return isMixed ? .someFailed : statuses.first ?? .done
  }
}

/// Items with their outputs as JSON lines.
struct ItemReport {
  private let library: Library
  private let job: Job
  private let manifest: JobManifest?

  init(_ job: Job, _ library: Library) {
    self.library = library
    self.job = job
    manifest = try? job.source.parse()
  }

  func json(_ item: Item) throws -> JSONObject {
    var object: JSONObject = ["job": .integer(Int(item.job))]
    object.add("asset", path: item.path)
    object.add("state", .string(item.state.rawValue))
    if let milliseconds = item.milliseconds { object.add("ms", .integer(milliseconds)) }
    if let edit = item.edit {
      object.add("edit", .string(edit))
      if edit == "undone" { object.add("reason", .string(edit)) }
    }
    switch item.state {
    case .succeeded, .skipped:
      object.add("outputs", .array(try outputs(of: item).map { .object($0) }))
    case .failed, .quarantined, .queued:
      if let failure = item.failure { object.add("error", .object(JSONObject(failure))) }
    case .running, .publishing, .cancelled: break
    }
    if !item.warnings.isEmpty {
      object.add("warnings", .array(item.warnings.map { .object(JSONObject($0)) }))
    }
    return object
  }

  /// What the item did to files and, of its manifest's outputs, what it found as it should be.
  private func outputs(of item: Item) throws -> [JSONObject] {
    let done = try FileRecords(library).records(of: item.id)
    let manifest = try manifest.map { try job.source.manifest($0, row: item.row) }
    let planned = (manifest?.plannedOutputs(for: item.path, names: item.names) ?? [])
      .map { job.target.appending($0.path) }
    let written = Set(done.map { $0.rendering?.planned ?? $0.path })
    let unchanged = try Renditions(library).live(asset: item.asset)
      .filter {
        $0.kind == .inPlace
          ? manifest?.inPlace != nil && $0.item != item.id
          : planned.contains($0.planned) && !written.contains($0.planned)
      }
    let listed =
      done.map { ($0.rendering?.planned ?? $0.path, ItemReport.json($0)) }
      + unchanged.map { ($0.planned, ItemReport.json($0)) }
    // As the manifest has them, all others behind.
    func place(_ path: BytePath) -> Int { planned.firstIndex(of: path) ?? planned.count }
    return listed.enumerated()
      .sorted { (place($0.element.0), $0.offset) < (place($1.element.0), $1.offset) }
      .map(\.element.1)
  }

  private static func json(_ record: FileRecord) -> JSONObject {
    var object = JSONObject()
    object.add("path", path: record.path)
    switch record.kind {
    case .rendition, .inPlace: object.add("state", .string("written"))
    case .original, .restored: object.add("state", .string("restored"))
    case .removed: object.add("state", .string("removed"))
    }
    if record.kind == .inPlace { object.add("in_place", .bool(true)) }
    if let rendering = record.rendering {
      object.add("width", .integer(rendering.width))
      object.add("height", .integer(rendering.height))
    }
    if let digest = record.digest {
      object.add("bytes", .integer(Int(record.size)))
      object.add("sha256", .string(digest.hex))
    }
    return object
  }

  private static func json(_ rendition: Rendition) -> JSONObject {
    var object = JSONObject()
    object.add("path", path: rendition.path)
    object.add("state", .string("unchanged"))
    if rendition.kind == .inPlace { object.add("in_place", .bool(true)) }
    object.add("width", .integer(rendition.width))
    object.add("height", .integer(rendition.height))
    object.add("bytes", .integer(Int(rendition.file.size)))
    object.add("sha256", .string(rendition.file.digest.hex))
    return object
  }
}
