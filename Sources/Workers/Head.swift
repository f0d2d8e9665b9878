import Files
import Glibc
import Manifest
import Storage

/// A rendered result that an edit starts from.
struct PinnedBase: Sendable {
  let digest: Digest
  let file: Descriptor
}

/// An asset's adjustment in force, with its tree and what is at hand of its result.
final class Head {
  /// nil: the original, also where the file was replaced outside: its tree stays as history.
  let adjustment: Adjustment?
  let tree: [Adjustment]
  private let source: Source
  private let live: [Rendition]
  private var pin: PinnedBase?

  init(_ asset: Asset, _ source: Source, _ live: [Rendition], _ library: Library) throws {
    self.source = source
    self.live = live
    let adjustments = Adjustments(library)
    tree = try adjustments.tree(of: asset.id)
    let head = tree.first { $0.id == asset.head }
    adjustment = head?.original == source.original.digest ? head : nil
  }

  /// The head's rendered result: the file in place, or a whole and unchanged rendition.
  /// - Returns: nil if there is none at hand.
  func pin(_ path: BytePath) throws -> Digest? {
    if let inPlace = source.inPlace, inPlace.adjustment == adjustment?.id, !source.isDiverged {
      pin = PinnedBase(digest: source.found.digest, file: source.file)
    } else {
      let whole = live.filter {
        $0.kind == .rendition && $0.adjustment == adjustment?.id && $0.isWhole
      }
      pin =
        whole.lazy.compactMap { rendition -> PinnedBase? in
          guard let file = try? Descriptor.open(rendition.path, O_RDONLY | O_NONBLOCK),
            (try? Digest.of(file)) == rendition.file.digest
          else { return nil }
          return PinnedBase(digest: rendition.file.digest, file: file)
        }.first
    }
    return pin?.digest
  }

  func pinned(_ digest: Digest) -> PinnedBase? { pin?.digest == digest ? pin : nil }
}
