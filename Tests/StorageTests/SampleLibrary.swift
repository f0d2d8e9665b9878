import Files
import Glibc
import Manifest
import TestSupport
import Testing

@testable import Storage

/// A folder of a test's own, removed with all in it when the last reference goes.
final class TemporaryFolder: Sendable {
  /// Absolute and without links.
  let path: BytePath
  let folder: Folder

  init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/minilab-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
    path = Folder.real(BytePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) }))
    folder = try Folder(path)
  }

  deinit {
    try? TemporaryFolder.empty(folder)
    _ = path.withCString { rmdir($0) }
  }

  static func empty(_ folder: Folder) throws {
    for (name, _) in try folder.entries() {
      if try folder.status(of: name)?.kind == .folder {
        try empty(folder.folder(name))
        try folder.removeFolder(name)
      } else {
        try folder.unlink(name)
      }
    }
  }

  func makeFolder(_ name: BytePath) throws { _ = try folder.makingFolder(name) }

  /// Writes a file, its folders made, and returns its absolute path.
  @discardableResult
  func write(_ name: BytePath, _ text: String = "photo") throws -> BytePath {
    let file = try folder.makingFolder(name.parent).open(name.name, O_RDWR | O_CREAT | O_TRUNC)
    try Array(text.utf8).withUnsafeBytes { try file.writeAll($0) }
    return path.appending(name)
  }
}

/// A library with one root of photos and a worker that lives.
final class SampleLibrary: Sendable {
  let temporary: TemporaryFolder
  let library: Library
  let root: Root
  let lock: WorkerLock

  init() throws {
    temporary = try TemporaryFolder()
    library = try Library.make(temporary.path.appending("library"))
    try temporary.makeFolder("photos")
    root = try Roots(library).add(temporary.path.appending("photos"))
    lock = try WorkerLock(library, kind: .run)
  }

  var photos: BytePath { root.path }
  var worker: Int64 { lock.id }
  var jobs: Jobs { Jobs(library) }
  var queue: Queue { Queue(library) }

  func photo(_ path: BytePath) throws {
    try temporary.write(BytePath("photos").appending(path))
  }

  // MARK: Jobs

  static let output = #"outputs: [{path: "out/{dir}/{name}.png"}]"#

  /// A manifest beside the folder of photos.
  func source(_ keys: String = SampleLibrary.output) -> JobSource {
    JobSource(
      manifest: Array("minilab: 1\nname: sample\n\(keys)\n".utf8),
      file: temporary.path.appending("sample.yaml"), variables: [:])
  }

  func submission(
    _ files: [BytePath], keys: String = SampleLibrary.output, folder: BytePath? = nil,
    isSeries: Bool = false
  ) throws -> Submission {
    let source = source(keys)
    return Submission(
      source: source, manifest: try source.parse(), root: root, folder: folder ?? photos,
      target: photos, files: files.map { SelectedFile(path: $0, entry: nil, row: [:]) },
      renewal: .nothing, force: false, isSeries: isSeries)
  }

  @discardableResult
  func submit(
    _ files: [BytePath], priority: Int = 0, keys: String = SampleLibrary.output,
    folder: BytePath? = nil, isSeries: Bool = false
  ) throws -> Int64 {
    try submission(
      files, keys: "priority: \(priority)\n\(keys)", folder: folder, isSeries: isSeries
    ).submit(library, submitter: worker)
  }

  // MARK: Work

  func claim(_ limit: Int = 100, only: [Int64]? = nil) throws -> [ClaimedItem] {
    try queue.claim(upTo: limit, worker: worker, only: only)
  }

  @discardableResult
  func end(_ item: ClaimedItem, _ end: ItemEnd) throws -> Bool {
    try library.database.write {
      try Queue.end(item.id, lease: item.lease, end, milliseconds: 5, $0)
    }
  }

  func publication(
    of item: ClaimedItem, _ outputs: [StagedFile] = [],
    adjustment: StagedAdjustment? = nil
  ) throws -> Publication {
    let status = try #require(try FileStatus.of(photos))
    let file = KnownFile(Digest.of("photo"), status)
    return Publication(
      item: item.id, lease: item.lease, job: item.job, asset: item.asset.id,
      source: SourceRecord(
        file: file,
        original: Original(digest: file.digest, mode: status.mode, modified: file.modified)),
      files: outputs, head: adjustment.map { .edit($0) }, edit: nil, warnings: [],
      renderer: "test")
  }

  func begin(_ publication: Publication) throws -> Publishing.Begin {
    try library.database.write { try Publishing.begin(publication, milliseconds: 5, $0) }
  }

  @discardableResult
  func succeed(
    _ item: ClaimedItem, files: [Int: PublishedFile] = [:], cleaning: Bool = false
  ) throws -> Bool {
    try library.database.write {
      try Publishing.succeed(
        item: item.id, lease: item.lease, files: files, cleaning: cleaning, $0)
    }
  }

  /// An output of the given content, below the photos.
  func output(
    _ path: BytePath, ordinal: Int = 0, content: String = "picture", expected: String? = nil
  ) -> StagedFile {
    StagedFile(
      ordinal: ordinal, kind: .rendition, path: photos.appending(path), base: photos,
      digest: Digest.of(content), size: Int64(content.utf8.count),
      expected: expected.map { Digest.of($0) }, keepsExpected: false,
      rendering: Rendering(
        planned: photos.appending(path), key: Digest.of("key of \(content)"),
        settings: OutputSettings(format: .png), width: 4, height: 3, decodeScale: 1,
        shows: .original, engine: nil),
      lineage: .new(series: nil))
  }

  /// Publishes an item with one output, whose file is written.
  @discardableResult
  func publish(
    _ item: ClaimedItem, _ path: BytePath, content: String = "picture", expected: String? = nil
  ) throws -> Rendition? {
    let output = output(path, content: content, expected: expected)
    guard case .begun = try begin(publication(of: item, [output])) else { return nil }
    let file = try temporary.write(BytePath("photos").appending(path), content)
    let status = try #require(try FileStatus.of(file))
    try succeed(item, files: [0: PublishedFile(Digest.of(content), status)])
    return try Renditions(library).live(at: file)
  }

  // MARK: Looking

  func integer(_ sql: String) throws -> Int64 {
    try library.database.read { try $0.integer(sql) }
  }

  func state(_ item: ClaimedItem) throws -> ItemState? {
    try Items(library).item(item.id)?.state
  }

  func findings() throws -> [String] {
    try Verification(library).findings { _ in }.map { "\($0.subject): \($0.message)" }
  }
}

extension Failure {
  static let sample = Failure(.decodeFailed, "no picture")
}
