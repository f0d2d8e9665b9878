import Files
import Glibc
import Manifest
import Storage

/// An asset's file, open for reading and known by its bytes.
struct Source {
  let file: Descriptor
  let original: KnownFile
  /// Whether the catalog knew the file as it stands.
  let isKnown: Bool
  private let path: BytePath
  private let status: FileStatus

  /// Opens the file beneath its root, links never followed, and hashes it unless the catalog knows
  /// it as it stands.
  /// - Parameter name: what messages call it.
  init(_ asset: Asset, in root: Folder, name: BytePath) throws {
    path = name
    do {
      // Not to be kept waiting by a pipe that lies among the photos.
      file = try root.open(asset.path, O_RDONLY | O_NONBLOCK, followLinks: false)
      status = try file.status()
      guard status.kind == .file else {
        throw Failure(.mediaNotSupported, "\(path) is not a regular file", stage: .open)
      }
      guard status.size > 0 else {
        throw Failure(
          .emptyFile, "\(path) is empty", hint: "copy it again from where it came",
          stage: .open)
      }
      if let known = asset.original, known.matches(status) {
        original = known
        isKnown = true
      } else {
        original = KnownFile(try Digest.of(file), status)
        isKnown = false
        try checkUnchanged()
      }
    } catch let error as SystemError {
      throw ItemFailure(source: error, at: path)
    }
  }

  /// Refuses results of a file that was written to while we worked.
  func checkUnchanged() throws {
    do {
      guard original.matches(try file.status()) else {
        throw Failure(
          .sourceChanged, "\(path) was changed while it was being worked on",
          hint: "run the job again when the other program is done with it", stage: .open)
      }
    } catch let error as SystemError {
      throw ItemFailure(source: error, at: path)
    }
  }
}
