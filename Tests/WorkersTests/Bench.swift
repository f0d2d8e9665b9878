import Files
import Glibc
import Manifest
import Storage

@testable import Workers

/// A library with a root of small files in a folder of its own, taken away at the end.
final class Bench {
  let folder: BytePath
  let library: Library
  var photos: BytePath { folder.appending("photos") }
  var out: BytePath { folder.appending("out") }

  init() throws {
    var template = Array("/tmp/minilab-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
    folder = BytePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    for part in ["photos", "out"] as [BytePath] { try Folder.make(folder.appending(part)) }
    library = try Library.make(folder.appending("library"))
  }

  deinit { Bench.remove(folder) }

  private static func remove(_ path: BytePath) {
    if let folder = try? Folder(path), let entries = try? folder.entries() {
      for entry in entries {
        if entry.kind == .folder {
          remove(path.appending(entry.name))
        } else {
          try? folder.unlink(entry.name)
        }
      }
    }
    _ = path.withCString { rmdir($0) }
  }

  // MARK: Files

  func write(_ text: String, to path: BytePath) throws {
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    try Array(text.utf8).withUnsafeBytes { try file.writeAll($0) }
  }

  func text(at path: BytePath) throws -> String? {
    do {
      return String(decoding: try Descriptor.open(path, O_RDONLY).readAll(), as: UTF8.self)
    } catch  where error.number == ENOENT {
      return nil
    }
  }

  /// Names in the folder of outputs, hidden ones too.
  func names() throws -> [String] {
    try Folder(out).entries().compactMap(\.name.text).sorted()
  }

  // MARK: Rows

  /// Enqueues a job over the given photos, which are made if need be.
  /// - Parameter outputs: lines of the manifest's `outputs`.
  func submit(_ names: [String], outputs: [String], by lock: WorkerLock) throws -> Job {
    for name in names { try write("photo \(name)", to: photos.appending(BytePath(name))) }
    let lines = ["minilab: 1", "name: bench", "outputs:"] + outputs.map { "  - \($0)" }
    let source = JobSource(
      manifest: Array(lines.joined(separator: "\n").utf8), file: folder.appending("bench.yaml"),
      variables: [:])
    let root = try Roots(library).add(photos)
    let job = try Submission(
      source: source, manifest: try source.parse(), root: root, folder: photos, target: out,
      files: names.map { SelectedFile(path: BytePath($0), entry: nil, row: [:]) },
      renewal: .nothing,
      force: false,
      isSeries: true
    ).submit(library, submitter: lock.id)
    return try Jobs(library).job(job)
  }

  /// An item whose outputs lie beside their places, as a lane leaves it.
  /// - Parameters:
  ///   - texts: what each output holds.
  ///   - expected: what each output's path holds now; nil: nothing.
  func prepared(
    _ item: ClaimedItem, texts: [String], expected: [String?]
  ) throws -> PreparedItem {
    let place = try Folder(out)
    let files = try zip(texts, expected).enumerated().map { ordinal, texts in
      let temporary = TemporaryName.of(
        library: library.id, item: item.id, lease: item.lease, ordinal: ordinal)
      let file = try place.open(temporary, O_RDWR | O_CREAT | O_EXCL)
      try Array(texts.0.utf8).withUnsafeBytes { try file.writeAll($0) }
      return OutputFile(
        staged: staged(texts.0, expected: texts.1, ordinal: ordinal), folder: place,
        name: BytePath("\(ordinal)"), temporary: temporary,
        written: try place.open(temporary, O_RDONLY))
    }
    let source = try Descriptor.open(photos.appending(item.asset.path), O_RDONLY)
    return PreparedItem(
      item: item,
      publication: Publication(
        item: item.id, lease: item.lease, job: item.job, asset: item.asset.id,
        source: SourceRecord(
          file: KnownFile(try Digest.of(source), try source.status()),
          original: Original(digest: try Digest.of(source), mode: 0o644, modified: 0)),
        files: files.map(\.staged), head: nil, edit: nil, warnings: [], renderer: "a test"),
      files: files, pinned: nil, milliseconds: 1)
  }

  func staged(_ text: String, expected: String?, ordinal: Int) -> StagedFile {
    let path = out.appending(BytePath("\(ordinal)"))
    return StagedFile(
      ordinal: ordinal, kind: .rendition, path: path, base: out, digest: Digest.of(text),
      size: Int64(text.utf8.count), expected: expected.map { Digest.of($0) }, keepsExpected: false,
      rendering: Rendering(
        planned: path, key: Digest.of("key"), settings: OutputSettings(format: .png), width: 1,
        height: 1, decodeScale: 1, shows: .original, engine: nil),
      lineage: .new(series: nil))
  }
}
