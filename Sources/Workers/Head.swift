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
  private let library: Library
  private var found: PinnedBase?

  init(_ asset: Asset, _ source: Source, _ library: Library) throws {
    self.source = source
    self.library = library
    let adjustments = Adjustments(library)
    tree = try adjustments.tree(of: asset.id)
    let head = tree.first { $0.id == asset.head }
    adjustment = head?.original == source.original.digest ? head : nil
  }

  /// The head's rendered result: the file in place, or a whole and unchanged rendition.
  /// - Returns: nil if there is none at hand.
  func pin() throws -> Digest? {
    guard let head = adjustment else { return nil }
    if let inPlace = source.inPlace, inPlace.adjustment == head.id, !source.isDiverged {
      found = PinnedBase(digest: source.found.digest, file: source.file)
    } else {
      found =
        try FileRecords(library).inEffect(asset: head.asset)
        .filter { $0.kind == .rendition && $0.shows == .adjustment(head.id) && $0.isWhole }
        .lazy.compactMap { record -> PinnedBase? in
          guard let file = try? Descriptor.open(record.path, O_RDONLY | O_NONBLOCK),
            let digest = try? Digest.of(file), digest == record.digest
          else { return nil }
          return PinnedBase(digest: digest, file: file)
        }.first
    }
    return found?.digest
  }

  func pinned(_ digest: Digest) -> PinnedBase? { found?.digest == digest ? found : nil }
}
