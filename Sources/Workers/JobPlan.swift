import Files
import Manifest
import RenderProtocol
import Storage
import Synchronization

/// A job as its items need it: manifest parsed, root and limits checked.
final class JobPlan: Sendable {
  let job: Job
  let root: Root
  /// All roots, to tell assets from other files.
  let roots: [Root]
  let rootFolder: Folder
  let limits: Limits
  let watermarks: Watermarks
  private let manifest: JobManifest
  /// The base of outputs, made when the first one is written.
  private let target = Mutex<Folder?>(nil)

  /// - Parameter renderer: the program that draws texts.
  init(
    _ job: Job, _ library: Library, _ settings: LibrarySettings, renderer: BytePath
  ) throws {
    self.job = job
    roots = try Roots(library).all()
    guard let root = roots.first(where: { $0.id == job.root }) else {
      throw Failure(.rootMissing, "the job's root \(job.folder) is not known any more")
    }
    try Roots(library).check(root)
    self.root = root
    do {
      rootFolder = try Folder(root.path)
    } catch {
      throw Failure(.accessDenied, "cannot read the root \(root.path): \(error.reason)")
    }
    manifest = try JobPlan.parsed(job.source)
    watermarks = Watermarks(folder: job.source.file.parent, renderer: renderer)
    limits = Limits(
      maxPixels: min(
        manifest.maxPixels ?? .max, settings.maxPixels ?? Limits.defaultMaxPixels),
      formats: settings.formats ?? Limits.defaultFormats)
  }

  /// The manifest for an item, a table's columns filled in and watermarks found.
  func manifest(row: [String: String]) throws -> JobManifest {
    try watermarks.resolved(
      manifest.columns.isEmpty ? manifest : try JobPlan.parsed(job.source, row: row))
  }

  /// An open folder below the base of outputs; what is missing is made.
  func makeFolder(_ path: BytePath) throws(SystemError) -> Folder {
    if let base = target.withLock({ $0 }) { return try base.makingFolder(path) }
    try Folder.make(job.target)
    let base = try Folder(job.target)
    target.withLock { $0 = base }
    return try base.makingFolder(path)
  }

  /// An asset's path relative to the job's root, from that relative to the catalog root.
  func relativePath(of asset: Asset) -> BytePath {
    JobPlan.relativePath(of: asset, root: root, job: job)
  }

  static func relativePath(of asset: Asset, root: Root, job: Job) -> BytePath {
    root.path.appending(asset.path).relative(to: job.folder) ?? asset.path
  }

  static func parsed(_ source: JobSource, row: [String: String]? = nil) throws(Failure)
    -> JobManifest
  {
    do {
      return try source.parse(row: row)
    } catch {
      throw Failure(
        .manifestInvalid,
        error.problems.map { "\($0)" }.joined(separator: "\n"),
        hint: "the job was submitted with a manifest that this minilab does not accept")
    }
  }
}
