public import Files
import Glibc
public import Manifest
import RenderProtocol
import Storage
import Synchronization

/// What the watermarks of a job need besides the photos: images beside its manifest, and texts, which
/// are drawn to images. Each is looked for once per job and worker, so that all photos get the same,
/// and is then kept in the library, so that whatever renders them again gets it too.
public final class Watermarks: Sendable {
  private enum Name: Hashable {
    case image(String)
    case text(String)
  }

  private struct Mark {
    let file: Descriptor
    let digest: Digest
    /// Where it was found; of a text, the text.
    let place: BytePath
  }

  private let folder: BytePath
  private let renderer: BytePath
  private let marks = Mutex<[Name: Mark]>([:])

  /// Milliseconds; fonts may have to be indexed first.
  private static let patience = 60_000

  /// - Parameters:
  ///   - folder: the manifest's.
  ///   - renderer: the program that draws texts, in a process that never sees a photo.
  init(folder: BytePath, renderer: BytePath) {
    self.folder = folder
    self.renderer = renderer
  }

  /// Refuses a job whose images are not there.
  /// - Parameter folder: the manifest's.
  /// - Throws: SOURCE_MISSING.
  public static func check(_ manifest: JobManifest, folder: BytePath) throws(Failure) {
    for operation in manifest.operations where operation.name == "watermark" {
      guard let image = operation.text("image") else { continue }
      let path = BytePath(image).resolved(from: folder)
      guard (try? Descriptor.open(path, O_RDONLY | O_NONBLOCK).status())?.kind == .file else {
        throw Failure(
          .sourceMissing, "the watermark's image \(path) is not a file that can be read",
          hint: "a relative path is taken from the manifest's folder", stage: .open)
      }
    }
  }

  /// A manifest whose watermarks say which bytes they lay over the photo.
  func resolved(_ manifest: JobManifest) throws -> JobManifest {
    try manifest.changingOperations { operation in
      guard operation.name == "watermark", let name = Watermarks.name(operation) else {
        return operation
      }
      var resolved = operation
      resolved.attachment = try mark(name).digest.hex
      return resolved
    }
  }

  /// Keeps what this job found for operations, before they are rendered or recorded.
  func keep(for operations: [Operation], item: Int64, _ library: Library) throws {
    for key in Set(operations.compactMap(\.attachment)) {
      guard let mark = marks.withLock({ $0.values.first { $0.digest.hex == key } }) else {
        continue
      }
      do {
        try library.keep(mark.file, mark.digest, foundAt: mark.place, item: item)
      } catch let error as SystemError {
        throw ItemFailure(target: error, at: mark.place)
      }
    }
  }

  /// The files that a request's operations need, in order, as they were kept.
  /// - Throws: SOURCE_MISSING.
  static func files(for request: Request.Render, _ library: Library) throws -> [Descriptor] {
    try request.attachments.map { key in
      guard let digest = Digest(hex: Array(key.utf8)),
        let file = try? library.objects.open(digest)
      else {
        throw Failure(
          .sourceMissing, "a watermark of the photo's edit is not in the library any more",
          hint: "run the job that added it again", stage: .open)
      }
      return file
    }
  }

  private static func name(_ operation: Operation) -> Name? {
    operation.text("image").map { .image($0) } ?? operation.text("text").map { .text($0) }
  }

  private func mark(_ name: Name) throws -> Mark {
    try marks.withLock { marks in
      if let mark = marks[name] { return mark }
      let mark =
        switch name {
        case .image(let path): try image(at: BytePath(path).resolved(from: folder))
        case .text(let text): try drawn(text)
        }
      marks[name] = mark
      return mark
    }
  }

  private func image(at path: BytePath) throws -> Mark {
    do {
      let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
      guard try file.status().kind == .file else {
        throw Failure(
          .sourceMissing, "the watermark's image \(path) is not a regular file", stage: .open)
      }
      return Mark(file: file, digest: try Digest.of(file), place: path)
    } catch let error as SystemError {
      throw ItemFailure(source: error, at: path)
    }
  }

  private func drawn(_ text: String) throws -> Mark {
    let file = try MemoryFile.make()
    let process = RendererProcess(program: renderer, killSwitch: KillSwitch())
    _ = try process.answer(
      to: .draw(text: text), source: file,
      deadline: Stopwatch().deadline(milliseconds: Self.patience))
    try MemoryFile.seal(file)
    return Mark(file: file, digest: try Digest.of(file), place: BytePath(text))
  }
}
