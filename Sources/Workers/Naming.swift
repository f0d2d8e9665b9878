import Files
import Glibc
import Manifest
import Storage

/// What an item's paths need that only its source tells.
struct Naming {
  let names: ItemNames
  let warnings: [Warning]
  private let isResolved: Bool
  /// As EXIF has it, when it was looked up now; empty: it does not say.
  private let taken: String?
  /// When the photo was taken and when its file was changed last, nanoseconds since 1970; nil:
  /// nobody knows.
  private let captured: Int64?
  private let modified: Int64

  /// - Parameter lookUp: asks the photo when it was taken.
  init(
    _ manifest: JobManifest, _ item: ClaimedItem, _ source: Source,
    lookUp: () throws -> String?
  ) throws {
    let paths = manifest.outputs.map(\.path)
    var names = item.names
    var warnings: [Warning] = []
    if paths.contains(where: \.usesHash) {
      names.hash = String(source.original.digest.hex.prefix(16))
    }
    var taken: String?
    var time: CaptureTime?
    let isInPath = paths.contains(where: \.usesTaken)
    if isInPath || manifest.usesTimeTaken {
      let known = source.isKnown ? item.asset.taken : nil
      let text = try known ?? lookUp() ?? ""
      if known == nil { taken = text }
      time = CaptureTime(exif: text)
      if time == nil {
        warnings.append(
          Warning(.noDate, "the photo has no capture date: its file's time was taken"))
      }
      if isInPath { names.taken = time ?? Naming.time(source.original.modified) }
    }
    captured = time.map(Naming.nanoseconds)
    modified = source.status.modified
    isResolved = names != item.names || taken != nil
    self.names = names
    self.warnings = warnings
    self.taken = taken
  }

  /// The time of change that a written file gets, nanoseconds since 1970; nil: now.
  func modified(_ time: FileTime) -> Int64? {
    switch time {
    case .now: nil
    case .keep: modified
    case .taken: captured ?? modified
    }
  }

  /// Commits the names before the first file is written under them, so that whoever takes over
  /// finds it.
  func record(_ item: ClaimedItem, _ library: Library) throws {
    guard isResolved else { return }
    let isOurs = try Assets(library).record(
      names, taken: taken, of: item.asset.id, item: item.id, lease: item.lease)
    guard isOurs else {
      throw Failure(.conflict, "another worker has taken this item over", stage: .publish)
    }
  }

  /// By this machine's time zone: cameras tell none.
  private static func nanoseconds(_ time: CaptureTime) -> Int64 {
    var parts = tm()
    parts.tm_year = Int32(time.year) - 1900
    parts.tm_mon = Int32(time.month) - 1
    parts.tm_mday = Int32(time.day)
    parts.tm_hour = Int32(time.hour)
    parts.tm_min = Int32(time.minute)
    parts.tm_sec = Int32(time.second)
    parts.tm_isdst = -1
    return Int64(mktime(&parts)) * 1_000_000_000
  }

  /// - Parameter nanoseconds: since 1970.
  private static func time(_ nanoseconds: Int64) -> CaptureTime {
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return CaptureTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }
}
