import Files
import Manifest
import Storage

/// How a file that was made once is made again.
struct Remaking {
  let library: Library
  /// The photo as it is; asked for only where it is needed.
  let source: Result<Source, any Error>

  /// Whether the store has these bytes. It has those of an edit in place, unless another program
  /// wrote over them before they could leave their place.
  func isStored(_ digest: Digest?) -> Bool {
    digest.map { (try? library.objects.open($0)) != nil } ?? false
  }

  /// What to render, and what the file then shows. One of an original that another program replaced,
  /// and that nobody kept, is made of the photo as it is now.
  func order(
    _ rendering: Rendering, isInPlace: Bool
  ) throws -> (RenderOrder, Rendering.Shown) {
    let shrink = Int((1 / max(rendering.decodeScale, 0.125)).rounded())
    func order(_ base: Digest, _ operations: [Operation]) -> RenderOrder {
      RenderOrder(
        base: base, operations: operations, settings: rendering.settings,
        keepsPicture: isInPlace && operations.isEmpty, shrink: shrink)
    }
    guard case .adjustment(let id) = rendering.shows,
      let shown = try Adjustments(library).adjustment(id)
    else { return (order(try source.get().original.digest, []), .original) }
    if shown.base != (try source.get().found.digest), !isStored(shown.base) {
      return (order(try source.get().original.digest, []), .original)
    }
    guard let recipe = shown.recipe else {
      throw Failure(
        .cannotReedit, "an output shows an edit that minilab cannot read, and cannot be made again",
        hint: "run the job that makes it", stage: .edit)
    }
    return (order(shown.base, recipe.operations), rendering.shows)
  }
}
