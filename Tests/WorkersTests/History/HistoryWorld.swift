import Dispatch
import Files
import Glibc
import Manifest
import Storage
import Synchronization
import Testing

@testable import Workers

/// A library with a worker that runs all the time, for histories of photos.
final class HistoryWorld: Sendable {
  let folder: BytePath
  let library: Library
  private let root: Root
  private let lock: WorkerLock
  private let pool: Mutex<Pool?>
  private let ended = DispatchSemaphore(value: 0)
  private let isOver = DispatchSemaphore(value: 0)

  var photos: BytePath { folder.appending("photos") }
  var out: BytePath { folder.appending("out") }

  init() throws {
    var template = Array("/tmp/minilab-history-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
    folder = BytePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    for part in ["photos", "out"] as [BytePath] { try Folder.make(folder.appending(part)) }
    library = try Library.make(folder.appending("library"))
    root = try Roots(library).add(folder.appending("photos"))
    lock = try WorkerLock(library, kind: .worker)
    pool = Mutex(nil)
    let renderer = Folder.real("/proc/self/exe").parent.appending("minilab-render")
    let pool = Pool(
      library, lock: lock, renderer: renderer,
      settings: Pool.Settings(lanes: 2, endsWhenDone: false)
    ) { [ended] event in
      if case .ended = event { ended.signal() }
    }
    self.pool.withLock { $0 = pool }
    DispatchQueue(label: "pool").async { [isOver] in
      try? pool.run()
      isOver.signal()
    }
  }

  /// Ends the worker and takes the folder away.
  func close() throws {
    pool.withLock { $0?.stop() }
    isOver.wait()
    try lock.end()
    _ = system("rm -rf \(folder)")
  }

  // MARK: Files

  func write(_ bytes: [UInt8], to path: BytePath) throws {
    // As programs do that take care: beside it, then over it.
    let folder = try Folder(path.parent)
    let new = BytePath(bytes: path.name.bytes + Array(".new".utf8))
    try folder.open(new, O_WRONLY | O_CREAT | O_TRUNC).writeAll(bytes)
    try folder.rename(new, to: path.name)
  }

  func digest(_ path: BytePath) throws -> Digest? {
    do {
      return try Digest.of(Descriptor.open(path, O_RDONLY))
    } catch  where error.number == ENOENT {
      return nil
    }
  }

  // MARK: Jobs

  /// Submits a job for one photo.
  func submit(
    _ name: BytePath, _ text: String, _ kind: JobKind = .manifest, force: Bool
  ) throws -> Int64 {
    let source = JobSource(
      manifest: Array("minilab: 1\n\(text)\n".utf8), file: folder.appending("job.yaml"),
      variables: [:])
    return try Submission(
      source: source, manifest: try source.parse(), root: root, folder: photos, target: out,
      files: [SelectedFile(path: name, entry: nil, row: [:])], renewal: .nothing, force: force,
      isSeries: kind == .manifest, kind: kind
    ).submit(library, submitter: lock.id)
  }

  /// How a job's one item ended.
  func outcome(of job: Int64) throws -> HistoryModel.Outcome {
    while try !Jobs(library).job(job).state.isEnded {
      _ = ended.wait(timeout: .now() + .milliseconds(5))
    }
    guard let item = try Items(library).items(of: job).first?.item else { return .skipped }
    switch item.state {
    case .succeeded: return .succeeded
    case .skipped: return .skipped
    case .cancelled: return .failed("cancelled")
    default: return .failed(item.failure?.code.rawValue ?? item.state.rawValue)
    }
  }

  /// The sections of the adjustment in force, as "series:value", and how many entries the feed has.
  func state(of name: BytePath) throws -> (sections: [String]?, changes: Int) {
    guard let asset = try Assets(library).asset(root: root.id, path: name) else { return (nil, 0) }
    let head = try asset.head.flatMap { try Adjustments(library).adjustment($0) }
    let sections = head?.recipe?.sections.map { section in
      "\(section.name ?? "-"):\(section.operations.map { "\($0.number("amount") ?? 0)" }.joined())"
    }
    let changes = try library.database.read { connection in
      try connection.integer(
        "SELECT count(*) FROM changes WHERE asset_id = :asset", ["asset": .integer(asset.id)])
    }
    return (sections, Int(changes))
  }
}
