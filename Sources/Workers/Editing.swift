import Files
import Manifest
import Storage

/// What a job makes of an asset's head: pure, from what the catalog says.
struct Editing {
  /// What became of a job's edit, as an item tells it.
  enum Outcome: String {
    case edited, reedited, stacked, unchanged
    /// It was taken back before, and stays so.
    case undone
  }

  /// The bytes that the pixels start from.
  let base: Digest
  let recipe: Recipe
  let shows: Rendering.Shown
  /// nil: nothing is to be recorded.
  let adjustment: StagedAdjustment?
  /// nil: the job has no edit.
  let outcome: Outcome?

  /// What a job asks for.
  struct Request {
    /// nil: the job leaves the asset's edit as it is.
    let section: Recipe.Section?
    let onto: JobManifest.Onto
    /// Also what is recorded already or was taken back.
    let again: Bool
  }

  /// - Parameters:
  ///   - head: the adjustment in force; nil for none, and for one of another original.
  ///   - tree: all of the asset's adjustments.
  ///   - rendered: the bytes of the head's rendered result, if it is at hand.
  /// - Throws: CANNOT_REEDIT if that is needed and not at hand.
  init(
    _ request: Request, head: Adjustment?, tree: [Adjustment], original: Digest,
    rendered: () throws -> Digest?
  ) throws {
    let kept = head.flatMap(\.recipe)
    func result() throws -> Digest {
      if let rendered = try rendered() { return rendered }
      throw Failure(
        .cannotReedit,
        kept == nil
          ? "the photo's edit is of a kind that minilab cannot read, and its result is not at hand"
          : "the edit is to start from the photo's rendered result, which is not at hand",
        hint: "render it in place first, or revert the photo", stage: .edit)
    }
    /// Nothing is recorded.
    func unchanged(_ outcome: Outcome?) throws -> Editing {
      let isReadable = head == nil || kept != nil
      return Editing(
        base: isReadable ? head?.base ?? original : try result(), recipe: kept ?? Recipe(),
        shows: head.map { .adjustment($0.id) } ?? .original, adjustment: nil, outcome: outcome)
    }

    guard let section = request.section else {
      self = try unchanged(nil)
      return
    }
    let isSeries = section.series != nil
    let isHeld = isSeries && !section.isEmpty && kept?.sections.contains(section) == true
    if isHeld && !request.again {
      self = try unchanged(.unchanged)
      return
    }
    if isSeries, !request.again,
      Editing.wasTakenBack(section, head: head, tree: tree, original: original)
    {
      self = try unchanged(.undone)
      return
    }
    let stacks = head != nil && (request.onto == .stack || kept == nil)
    if stacks && section.isEmpty {
      self = try unchanged(.unchanged)
      return
    }
    let joined =
      stacks
      ? Recipe([section])
      : isHeld
        ? kept ?? Recipe() : (kept ?? Recipe()).joined(by: section, onto: request.onto)
    guard let joined else {
      self = try unchanged(.unchanged)
      return
    }
    let base = stacks ? try result() : head?.base ?? original
    self.init(
      base: base, recipe: joined, shows: .recordedNow,
      adjustment: StagedAdjustment(
        parent: head?.id, base: base, original: original, content: AdjustmentContent(joined)),
      outcome: stacks ? .stacked : head == nil ? .edited : .reedited)
  }

  private init(
    base: Digest, recipe: Recipe, shows: Rendering.Shown, adjustment: StagedAdjustment?,
    outcome: Outcome?
  ) {
    self.base = base
    self.recipe = recipe
    self.shows = shows
    self.adjustment = adjustment
    self.outcome = outcome
  }

  /// Whether undo or revert took back what the series would record now, and it asks for nothing
  /// else since.
  private static func wasTakenBack(
    _ section: Recipe.Section, head: Adjustment?, tree: [Adjustment], original: Digest
  ) -> Bool {
    let newest = tree.last { $0.series == section.series && $0.original == original }
    guard let newest else { return false }
    let parents = Dictionary(
      tree.map { ($0.id, $0.parent) }, uniquingKeysWith: { _, last in last })
    var line = head?.id
    while let id = line {
      if id == newest.id { return false }
      line = parents[id] ?? nil
    }
    let own = newest.recipe?.sections.filter { $0.series == section.series } ?? []
    return section.isEmpty ? own.isEmpty : own.contains(section)
  }
}
