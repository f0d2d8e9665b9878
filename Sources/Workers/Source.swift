import Files
import Glibc
import Manifest
import Storage

/// An asset's file, open for reading and known by its bytes, with the original behind it.
struct Source {
  let file: Descriptor
  /// The file as it stands.
  let found: KnownFile
  let status: FileStatus
  /// What the asset was before any edit of ours. It is in the store if the file shows an edit.
  let original: Original
  /// What we wrote in the asset's place and is in force there; nil: nothing.
  let inPlace: Rendition?
  /// Whether the catalog knew the file as it stands.
  let isKnown: Bool
  private let path: BytePath

  /// Opens the file beneath its root, links never followed, and hashes it unless the catalog knows
  /// it as it stands.
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - inPlace: what we last wrote in its place.
  init(_ asset: Asset, in root: Folder, name: BytePath, inPlace: Rendition?) throws {
    path = name
    self.inPlace = inPlace
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
      // What we wrote ourselves may have been written again within its clock's tick.
      let isTrusted = inPlace?.isSettled ?? true
      if let known = asset.file, known.matches(status), isTrusted {
        found = known
        isKnown = true
      } else {
        found = KnownFile(try Digest.of(file), status)
        isKnown = false
      }
      let asItStands = Original(
        digest: found.digest, mode: status.mode, modified: status.modified)
      original = inPlace == nil ? asItStands : asset.original ?? asItStands
      if !isKnown { try checkUnchanged() }
    } catch let error as SystemError {
      throw ItemFailure(source: error, at: path)
    }
  }

  /// Has the catalog know a file that turned out to be unchanged by its times from now on, so that
  /// it is not hashed again.
  func remember(for asset: Asset, _ library: Library) {
    let (id, found) = (asset.id, found)
    guard !isKnown, found.digest == asset.file?.digest else { return }
    library.database.writeAlong { try Assets.recordFile(found, of: id, $0) }
    if let inPlace, !isDiverged, found.isSettled {
      library.database.writeAlong { try Renditions.settle(inPlace.id, found, $0) }
    }
  }

  /// Whether another program changed what we had written in the asset's place.
  var isDiverged: Bool { inPlace.map { $0.file.digest != found.digest } ?? false }

  /// Refuses a file that we cannot take for ours.
  func checkOurs() throws(Failure) {
    guard isDiverged else { return }
    throw Failure(
      .diverged, "\(path) was changed by another program since it was edited in place",
      hint: "--force goes on and keeps that program's file in the store; "
        + "`minilab revert --adopt` takes it as the new original", stage: .open)
  }

  /// Refuses results of a file that was written to while we worked.
  func checkUnchanged() throws {
    do {
      guard found.matches(try file.status()) else {
        throw Failure(
          .sourceChanged, "\(path) was changed while it was being worked on",
          hint: "run the job again when the other program is done with it", stage: .open)
      }
    } catch let error as SystemError {
      throw ItemFailure(source: error, at: path)
    }
  }

  /// The bytes that pixels start from: the file itself, or an object.
  /// - Throws: ORIGINAL_MISSING if the store does not have them as they were.
  func base(_ digest: Digest, _ library: Library) throws -> Descriptor {
    if digest == found.digest { return file }
    return try Source.stored(digest, library, for: path)
  }

  /// An object's bytes, checked.
  static func stored(_ digest: Digest, _ library: Library, for path: BytePath) throws -> Descriptor
  {
    do {
      let object = try library.objects.open(digest)
      if try Digest.of(object) == digest { return object }
    } catch {
      guard error.number == ENOENT else { throw ItemFailure(source: error, at: path) }
    }
    throw Failure(
      .originalMissing, "the store does not hold the bytes that \(path) needs (\(digest.hex))",
      hint: "nothing was touched; `minilab verify --deep` shows what else is missing",
      stage: .open)
  }
}
