import Files

/// What a person expects of one photo's history, in memory: no tables, no names, no leases.
struct HistoryModel {
  enum Place: Hashable {
    /// The photo's own file.
    case own
    /// The output of a series.
    case output(Int)
  }

  enum Onto: String, CaseIterable { case own, replace, extend, stack }

  struct Section: Hashable {
    let series: Int
    let value: Int
  }

  /// What a rendered file follows from; equal ones are equal bytes.
  struct Picture: Hashable {
    let base: Digest
    let values: [Int]
    let isInPlace: Bool
  }

  enum Outcome: Equatable {
    case succeeded, skipped
    case failed(String)
  }

  /// A file of ours.
  final class Written {
    /// The action that asked for it first.
    let origin: Int
    let series: Int?
    /// The adjustment that it shows; nil: none.
    let shows: Int?
    let picture: Picture
    /// What lay there when its origin came.
    let beneath: Record

    init(origin: Int, series: Int?, shows: Int?, picture: Picture, beneath: Record) {
      self.origin = origin
      self.series = series
      self.shows = shows
      self.picture = picture
      self.beneath = beneath
    }
  }

  /// What we did last at a place.
  enum Record {
    case none
    case ours(Written)
    case original, removed

    func isLike(_ other: Record) -> Bool {
      switch (self, other) {
      case (.ours(let a), .ours(let b)): a.origin == b.origin
      case (.original, .original), (.removed, .removed), (.none, .none): true
      default: false
      }
    }

    var written: Written? { if case .ours(let written) = self { written } else { nil } }
  }

  struct Adjustment {
    let parent: Int?
    let base: Digest
    let original: Digest
    let sections: [Section]
    let series: Int
    let action: Int
  }

  enum Kind { case edit, undo, redo, revert }

  struct Move {
    let kind: Kind
    let from: Int?
    let to: Int?
    /// Whose doings at the places are taken back with it.
    var action: Int
    /// The undone move, for an undo.
    var undone: [Move] = []
  }

  /// Bytes by what they follow from, learned when first seen.
  final class Pictures {
    private var known: [Picture: Digest] = [:]

    /// False if the same picture had other bytes before.
    func agree(_ picture: Picture, _ digest: Digest) -> Bool {
      if let before = known[picture] { return before == digest }
      known[picture] = digest
      return true
    }
    func digest(_ picture: Picture) -> Digest? { known[picture] }
  }

  // MARK: State

  private(set) var original: Digest
  private(set) var head: Int?
  private(set) var adjustments: [Adjustment] = []
  /// What we did at places, in the order in which they were written last.
  private(set) var records: [Place: Record] = [:]
  private var order: [Place] = []
  /// What places hold now; nil for a picture whose bytes nobody has seen yet.
  private(set) var files: [Place: File] = [:]
  private(set) var changes = 0
  private var undoable: [Move] = []
  private var redoable: [Move] = []
  private var effects: [Int: [(place: Place, before: Record, after: Record)]] = [:]
  private let pictures: Pictures
  /// What left a place, or was built upon, and so is kept.
  private var stored: Set<Digest> = []

  enum File: Equatable {
    case bytes(Digest)
    case picture(Picture)
  }

  init(original: Digest, _ pictures: Pictures) {
    self.original = original
    self.pictures = pictures
    files[.own] = .bytes(original)
  }

  private func record(_ place: Place) -> Record { records[place] ?? .none }

  private func digest(_ file: File?) -> Digest? {
    switch file {
    case .bytes(let digest): digest
    case .picture(let picture): pictures.digest(picture)
    case nil: nil
    }
  }

  /// Whether a place holds what we left there.
  private func isIntact(_ place: Place) -> Bool {
    guard let written = record(place).written else { return true }
    return files[place] == .picture(written.picture)
  }

  private var isDiverged: Bool { !isIntact(.own) }

  private var headInForce: Int? {
    head.flatMap { adjustments[$0].original == original ? $0 : nil }
  }

  // MARK: What others do

  mutating func foreignWrite(_ place: Place, _ digest: Digest) {
    files[place] = .bytes(digest)
    if place == .own, record(.own).written == nil { pendingOriginal = digest }
  }

  mutating func foreignDelete(_ series: Int) { files[.output(series)] = nil }

  /// A photo that we never wrote in place and that changed outside is a new original from the next
  /// time on that somebody looks.
  private var pendingOriginal: Digest?

  private mutating func look() {
    if let pending = pendingOriginal, record(.own).written == nil { original = pending }
    pendingOriginal = nil
  }

  // MARK: Edits

  mutating func edit(
    _ section: Section, onto: Onto, inPlace: Bool, path: Bool, force: Bool, action: Int
  ) -> Outcome {
    var next = self
    let outcome = next.tryEdit(section, onto, inPlace, path, force, action)
    switch outcome {
    case .succeeded: self = next
    case .skipped, .failed: break
    }
    return outcome
  }

  private mutating func tryEdit(
    _ section: Section, _ onto: Onto, _ inPlace: Bool, _ path: Bool, _ force: Bool, _ action: Int
  ) -> Outcome {
    look()
    if isDiverged && !force { return .failed("DIVERGED") }
    let base: Digest
    let sections: [Section]
    var shown = headInForce
    var recorded: Adjustment?
    let kept = headInForce.map { adjustments[$0] }
    if kept?.sections.contains(section) == true || wasTakenBack(section) {
      (base, sections) = (kept?.base ?? original, kept?.sections ?? [])
    } else if onto == .stack, let head = headInForce {
      guard let rendered = rendered(head) else { return .failed("CANNOT_REEDIT") }
      (base, sections) = (rendered, [section])
    } else {
      base = kept?.base ?? original
      sections = joined(kept?.sections ?? [], section, onto)
    }
    if sections != kept?.sections ?? [] || base != kept?.base ?? original {
      recorded = Adjustment(
        parent: headInForce, base: base, original: original, sections: sections,
        series: section.series, action: action)
      shown = adjustments.count
    }

    var writes: [(Place, Picture)] = []
    if path {
      let place = Place.output(section.series)
      let picture = Picture(base: base, values: sections.map(\.value), isInPlace: false)
      switch record(place) {
      case .ours(let written):
        if files[place] != nil, !isIntact(place), !force { return .failed("DIVERGED") }
        if files[place] != .picture(picture) || written.picture != picture {
          writes.append((place, picture))
        }
      case .none, .removed, .original:
        if files[place] != nil { return .failed("OUTPUT_EXISTS") }
        writes.append((place, picture))
      }
    }
    if inPlace, recorded != nil || isInPlaceDue {
      writes.append(
        (.own, Picture(base: base, values: sections.map(\.value), isInPlace: true)))
    }
    if writes.isEmpty && recorded == nil { return .skipped }
    if let recorded {
      if recorded.base != original { stored.insert(recorded.base) }
      let move = Move(kind: .edit, from: headInForce, to: adjustments.count, action: action)
      adjustments.append(recorded)
      head = move.to
      undoable.append(move)
      redoable = []
    }
    for (place, picture) in writes {
      put(
        .ours(
          Written(
            origin: action, series: section.series, shows: shown, picture: picture,
            beneath: record(place))), at: place, by: action)
    }
    changes += 1
    return .succeeded
  }

  private var isInPlaceDue: Bool {
    guard let head = headInForce else { return false }
    guard let written = record(.own).written, written.shows == head else { return true }
    return isDiverged
  }

  private func joined(_ sections: [Section], _ section: Section, _ onto: Onto) -> [Section] {
    switch onto {
    case .replace: return [section]
    case .extend: return sections + [section]
    case .own, .stack:
      guard let place = sections.firstIndex(where: { $0.series == section.series }) else {
        return sections + [section]
      }
      var joined = sections
      joined[place] = section
      return joined
    }
  }

  private func wasTakenBack(_ section: Section) -> Bool {
    let newest = adjustments.lastIndex {
      $0.series == section.series && $0.original == original
    }
    guard let newest, !line(from: headInForce).contains(newest) else { return false }
    return adjustments[newest].sections.contains(section)
  }

  /// The rendered result of an adjustment, if a whole and unchanged file shows it.
  private func rendered(_ head: Int) -> Digest? {
    if let own = record(.own).written, own.shows == head, !isDiverged {
      return pictures.digest(own.picture)
    }
    for place in order where place != .own {
      if let written = record(place).written, written.shows == head, isIntact(place) {
        return pictures.digest(written.picture)
      }
    }
    return nil
  }

  // MARK: Back and forth

  mutating func undo(force: Bool, action: Int) -> Outcome {
    look()
    guard let move = undoable.last, isOfThisOriginal(move) else {
      return .failed("NOTHING_TO_UNDO")
    }
    let steps =
      move.kind == .edit ? takingBack([move.to!], actions: []) : reversing(move.action)
    if let failure = refusal(steps, force: force) { return failure }
    undoable.removeLast()
    redoable.append(
      Move(kind: .undo, from: head, to: move.from, action: action, undone: [move]))
    carryOut(steps, head: move.from, action)
    return .succeeded
  }

  mutating func redo(force: Bool, action: Int) -> Outcome {
    look()
    guard let undo = redoable.last, isOfThisOriginal(undo) else {
      return .failed("NOTHING_TO_REDO")
    }
    let steps = reversing(undo.action)
    if let failure = refusal(steps, force: force) { return failure }
    redoable.removeLast()
    var redone = undo.undone[0]
    redone.action = action
    undoable.append(redone)
    carryOut(steps, head: undo.from, action)
    return .succeeded
  }

  mutating func revert(force: Bool, action: Int) -> Outcome {
    look()
    let steps = takingBack(line(from: head), actions: [])
    if head == nil && steps.isEmpty { return .skipped }
    return back(to: nil, steps, force, action)
  }

  mutating func revert(job: Int, succeeded: Bool, force: Bool, action: Int) -> Outcome {
    look()
    guard succeeded else { return .skipped }
    guard let recorded = adjustments.firstIndex(where: { $0.action == job }) else {
      let steps = takingBack([], actions: [job])
      if steps.isEmpty { return .skipped }
      if let failure = refusal(steps, force: force) { return failure }
      carryOut(steps, head: head, action)
      return .succeeded
    }
    if recorded == head {
      return back(
        to: adjustments[recorded].parent, takingBack([recorded], actions: []), force, action)
    }
    return line(from: head).contains(recorded) ? .failed("CONFLICT") : .skipped
  }

  mutating func adopt(action: Int) -> Outcome {
    guard isDiverged, case .bytes(let digest)? = files[.own] else { return .skipped }
    original = digest
    head = nil
    undoable = []
    redoable = []
    effects[action] = [(.own, record(.own), .original)]
    records[.own] = .original
    changes += 1
    return .succeeded
  }

  private mutating func back(
    to target: Int?, _ steps: [Step], _ force: Bool, _ action: Int
  ) -> Outcome {
    if let failure = refusal(steps, force: force) { return failure }
    undoable.append(Move(kind: .revert, from: head, to: target, action: action))
    redoable = []
    carryOut(steps, head: target, action)
    return .succeeded
  }

  private typealias Step = (place: Place, target: Record)

  private func takingBack(_ taken: [Int], actions more: Set<Int>) -> [Step] {
    let actions = more.union(taken.map { adjustments[$0].action })
    func isTaken(_ place: Place, _ written: Written) -> Bool {
      actions.contains(written.origin)
        || place == .own && written.shows.map { taken.contains($0) } ?? false
    }
    return records.compactMap { place, record in
      guard let written = record.written, isTaken(place, written) else { return nil }
      var below = record
      while let written = below.written, isTaken(place, written) { below = written.beneath }
      return (place, below)
    }
  }

  private func reversing(_ action: Int) -> [Step] {
    (effects[action] ?? []).compactMap { effect in
      record(effect.place).isLike(effect.after) ? (effect.place, effect.before) : nil
    }
  }

  /// Why another program's doings forbid it.
  private func refusal(_ steps: [Step], force: Bool) -> Outcome? {
    if force { return nil }
    for (place, _) in steps {
      if record(place).written != nil {
        if place == .own || files[place] != nil, !isIntact(place) { return .failed("DIVERGED") }
      } else if place != .own, files[place] != nil {
        return .failed("OUTPUT_EXISTS")
      }
    }
    return nil
  }

  private mutating func carryOut(_ steps: [Step], head: Int?, _ action: Int) {
    for (place, target) in steps {
      switch target {
      case .ours(let written):
        let kept = place == .own && pictures.digest(written.picture).map(stored.contains) == true
        put(.ours(kept ? written : remade(written)), at: place, by: action)
      case .original, .none, .removed:
        put(place == .own ? .original : .removed, at: place, by: action)
      }
    }
    self.head = head
    changes += 1
  }

  /// What can be made of a record: of an original that is lost, only the photo as it is now.
  private func remade(_ written: Written) -> Written {
    let base = written.picture.base
    if base == original || stored.contains(base) { return written }
    return Written(
      origin: written.origin, series: written.series, shows: nil,
      picture: Picture(base: original, values: [], isInPlace: written.picture.isInPlace),
      beneath: written.beneath)
  }

  private mutating func put(_ record: Record, at place: Place, by action: Int) {
    if let leaving = digest(files[place]), place == .own || !isIntact(place) {
      stored.insert(leaving)
    }
    effects[action, default: []].append((place, self.record(place), record))
    records[place] = record
    order.removeAll { $0 == place }
    order.append(place)
    switch record {
    case .ours(let written): files[place] = .picture(written.picture)
    case .original: files[place] = .bytes(original)
    case .removed, .none: files[place] = nil
    }
  }

  private func line(from head: Int?) -> [Int] {
    var line: [Int] = []
    var next = head
    while let id = next {
      line.append(id)
      next = adjustments[id].parent
    }
    return line
  }

  private func isOfThisOriginal(_ move: Move) -> Bool {
    [move.from, move.to].allSatisfy { $0.map { adjustments[$0].original == original } ?? true }
  }
}
