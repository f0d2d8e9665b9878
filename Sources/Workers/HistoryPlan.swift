import Files
import Manifest
import Storage

/// What taking an edit back, or bringing one back, means for an asset: where its head goes, and what
/// each path is to hold.
struct HistoryPlan {
  /// What a path is to hold.
  enum Target {
    /// What an earlier record says.
    case record(FileRecord)
    /// Bytes that are not ours: another program's file.
    case foreign(Digest)
    case original
    case nothing
  }

  struct Step {
    /// What was done last at the path.
    let inEffect: FileRecord
    let target: Target
  }

  /// nil: it stays.
  let head: HeadChange?
  let steps: [Step]

  /// - Throws: NOTHING_TO_UNDO, NOTHING_TO_REDO, CONFLICT.
  init(_ kind: JobKind, _ asset: Asset, original: Digest?, _ library: Library) throws {
    let facts = try Facts(asset, original: original, library)
    switch kind {
    case .manifest, .adopt: (head, steps) = (nil, [])
    case .undo: (head, steps) = try facts.undo()
    case .redo: (head, steps) = try facts.redo()
    case .revert(nil): (head, steps) = try facts.revert()
    case .revert(let job?): (head, steps) = try facts.revert(job: job)
    }
  }
}

/// What the catalog says of an asset.
private struct Facts {
  typealias Plan = (HeadChange?, [HistoryPlan.Step])

  let asset: Asset
  let original: Digest?
  let library: Library
  let history: HeadHistory
  let adjustments: [Int64: Adjustment]
  let inEffect: [FileRecord]

  init(_ asset: Asset, original: Digest?, _ library: Library) throws {
    self.asset = asset
    self.original = original
    self.library = library
    history = try HeadMoves(library).history(of: asset.id)
    adjustments = Dictionary(
      try Adjustments(library).tree(of: asset.id).map { ($0.id, $0) },
      uniquingKeysWith: { _, last in last })
    inEffect = try FileRecords(library).inEffect(asset: asset.id)
  }

  func undo() throws -> Plan {
    guard let move = history.undoable.last, isOfThisOriginal(move) else {
      throw Failure(
        .nothingToUndo, "nothing of this photo is left to undo",
        hint: "`minilab history` shows what was done")
    }
    if move.kind == .edit, let edited = move.to {
      return (
        .move(.undo, to: adjustments[edited]?.parent, reverses: move.id),
        try takingBack([edited])
      )
    }
    return (.move(.undo, to: move.from, reverses: move.id), try reversing(move.item))
  }

  func redo() throws -> Plan {
    guard let undo = history.redoable.last, isOfThisOriginal(undo) else {
      throw Failure(
        .nothingToRedo, "nothing of this photo is left to redo",
        hint: "`minilab history` shows what was done")
    }
    return (.move(.redo, to: undo.from, reverses: undo.id), try reversing(undo.item))
  }

  func revert() throws -> Plan {
    let line = line(from: asset.head)
    let steps = try takingBack(line)
    if asset.head == nil && steps.isEmpty { return (nil, []) }
    return (.move(.revert, to: nil, reverses: nil), steps)
  }

  /// Back to before a job.
  func revert(job: Int64) throws -> Plan {
    guard let item = try Items(library).item(of: asset.id, in: job), item.state == .succeeded else {
      return (nil, [])
    }
    guard let recorded = adjustments.values.first(where: { $0.item == item.id }) else {
      return (nil, try takingBack([], items: [item.id]))
    }
    if recorded.id == asset.head {
      return (
        .move(.revert, to: recorded.parent, reverses: nil), try takingBack([recorded.id])
      )
    }
    guard line(from: asset.head).contains(recorded.id) else { return (nil, []) }
    throw Failure(
      .conflict, "the photo was edited again after job \(job)",
      hint: "undo the later edits first, or revert the photo to its original")
  }

  // MARK: What that means for paths

  /// What lay beneath the files of adjustments.
  private func takingBack(
    _ taken: [Int64], items more: Set<Int64> = []
  ) throws -> [HistoryPlan.Step] {
    let items = more.union(taken.compactMap { adjustments[$0]?.item })
    let isTaken = { (record: FileRecord) -> Bool in
      if record.kind == .inPlace, case .adjustment(let shown) = record.shows {
        return taken.contains(shown) || items.contains(record.origin)
      }
      return items.contains(record.origin)
    }
    return try inEffect.filter { isOurs($0) && isTaken($0) }.map { record in
      var below = record
      while isOurs(below), isTaken(below) {
        guard let next = try below.beneath.flatMap({ try FileRecords(library).record($0) }) else {
          return HistoryPlan.Step(inEffect: record, target: try bottom(of: below))
        }
        below = next
      }
      return HistoryPlan.Step(inEffect: record, target: target(below))
    }
  }

  /// What an item replaced comes back, wherever nothing else has come since.
  private func reversing(_ item: Int64) throws -> [HistoryPlan.Step] {
    try FileRecords(library).records(of: item).compactMap { done in
      guard let now = inEffect.first(where: { $0.path == done.path }), now.isLike(done) else {
        return nil
      }
      let replaced = try done.replaced.flatMap { try FileRecords(library).record($0) }
      return HistoryPlan.Step(
        inEffect: now, target: replaced.map { target($0) } ?? unrecorded(done))
    }
  }

  /// What was there, and not ours, when a file's origin came.
  private func bottom(of record: FileRecord) throws -> HistoryPlan.Target {
    let first = try FileRecords(library).records(of: record.origin).first {
      $0.path == record.path
    }
    return unrecorded(first ?? record)
  }

  private func unrecorded(_ record: FileRecord) -> HistoryPlan.Target {
    if record.kind == .inPlace || record.kind == .original { return .original }
    return record.expected.map { .foreign($0) } ?? .nothing
  }

  private func target(_ record: FileRecord) -> HistoryPlan.Target {
    switch record.kind {
    case .rendition, .inPlace: .record(record)
    case .original: .original
    case .restored: record.digest.map { .foreign($0) } ?? .nothing
    case .removed: .nothing
    }
  }

  // MARK: The tree

  private func isOurs(_ record: FileRecord) -> Bool {
    record.kind == .rendition || record.kind == .inPlace
      // An orphan's removal is taken back like any other doing of an item.
      || record.kind == .removed && record.origin == record.item
  }

  /// An adjustment with all above it.
  private func line(from head: Int64?) -> [Int64] {
    var line: [Int64] = []
    var next = head
    while let id = next {
      line.append(id)
      next = adjustments[id]?.parent
    }
    return line
  }

  /// A photo that was replaced outside starts a history of its own.
  private func isOfThisOriginal(_ move: HeadMove) -> Bool {
    guard let original else { return true }
    // What an edit came after may be another original's.
    let ends = move.kind == .edit ? [move.to] : [move.from, move.to]
    let shown = ends.compactMap { $0.flatMap { adjustments[$0] } }
    return shown.allSatisfy { $0.original == original }
  }
}

extension FileRecord {
  /// Whether it left the same at its path, be it made again by undo and redo.
  fileprivate func isLike(_ other: FileRecord) -> Bool {
    guard kind == other.kind else { return false }
    return kind == .rendition || kind == .inPlace ? origin == other.origin : digest == other.digest
  }
}
