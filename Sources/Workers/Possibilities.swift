import Files
import Glibc
public import Manifest
public import Storage

/// What can be done with an asset as it stands, and why not.
public struct Possibilities: Sendable {
  /// An edit in place: re-edit, or stack upon an edit that cannot be read.
  public enum Editing: String, Sendable {
    case new, reedit, stack
  }

  /// nil: it cannot be edited.
  public let edit: Editing?
  public let undo: Bool
  public let redo: Bool
  public let revert: Bool
  /// Why the photo cannot be edited or its original not be put back.
  public let why: ErrorCode?
  /// Whether the file shows an edit of ours.
  public let isInPlace: Bool

  public init(_ asset: Asset, in root: Root, _ library: Library) throws {
    let live = try Renditions(library).live(asset: asset.id)
    let inPlace = live.first { $0.kind == .inPlace }
    let history = try HeadMoves(library).history(of: asset.id)
    let head = try asset.head.flatMap { try Adjustments(library).adjustment($0) }
    isInPlace = inPlace != nil
    let obstacle = Possibilities.obstacle(asset, root, inPlace, library)
    let isReadable = head == nil || head?.recipe != nil
    let hasOriginal =
      inPlace == nil
      || asset.original.map { (try? library.objects.open($0.digest)) != nil } ?? false
    why = obstacle ?? (hasOriginal ? nil : .originalMissing)
    edit =
      obstacle != nil || !hasOriginal && isReadable
      ? nil : head == nil ? .new : isReadable ? .reedit : .stack
    let isFree = obstacle == nil
    undo = isFree && !history.undoable.isEmpty
    redo = isFree && !history.redoable.isEmpty
    revert = isFree && hasOriginal && (head != nil || inPlace != nil)
  }

  private static func obstacle(
    _ asset: Asset, _ root: Root, _ inPlace: Rendition?, _ library: Library
  ) -> ErrorCode? {
    do {
      let source = try Source(
        asset, in: try Folder(root.path), name: asset.path, inPlace: inPlace)
      try source.checkOurs()
    } catch let failure as Failure {
      return failure.code
    } catch let failure as ItemFailure {
      return failure.failure.code
    } catch {
      return .rootMissing
    }
    guard root.access == .rw else { return .accessDenied }
    let folder = root.path.appending(asset.path).parent
    return folder.withCString { access($0, W_OK | X_OK) } == 0 ? nil : .accessDenied
  }
}
