import Files
import Manifest
import Storage
import Testing

@testable import Workers

/// How a job's edit joins what an asset has already.
@Suite struct EditingTests {
  private let original = Digest.of("original")
  private let rendered = Digest.of("rendered")

  private func section(_ series: Int64, _ amount: Double) -> Recipe.Section {
    Recipe.Section(
      name: "s\(series)", series: series,
      operations: [Operation("sepia", ["amount": .number(amount)])])
  }

  private func adjustment(
    _ id: Int64, parent: Int64? = nil, base: Digest? = nil, original: Digest? = nil,
    content: AdjustmentContent, series: Int64?
  ) -> Adjustment {
    Adjustment(
      id: id, asset: 1, parent: parent, base: base ?? self.original,
      original: original ?? self.original, content: content, series: series, job: 1, item: id,
      renderer: "", createdAt: 0)
  }

  private func editing(
    _ section: Recipe.Section?, onto: JobManifest.Onto = .own, again: Bool = false,
    head: Adjustment?, tree: [Adjustment]? = nil, rendered: Digest? = nil
  ) throws -> Editing {
    try Editing(
      Editing.Request(section: section, onto: onto, again: again), head: head,
      tree: tree ?? head.map { [$0] } ?? [], original: original, rendered: { rendered })
  }

  private func recipe(_ sections: Recipe.Section...) -> AdjustmentContent {
    AdjustmentContent(Recipe(sections))
  }

  @Test func `a first edit starts from the original`() throws {
    let editing = try editing(section(1, 0.5), head: nil)
    #expect(editing.outcome == .edited)
    #expect(editing.adjustment?.parent == nil)
    #expect(editing.adjustment?.base == original)
  }

  @Test(arguments: [
    (JobManifest.Onto.own, [2.0, 0.9]), (.replace, [0.9]), (.extend, [2, 0.1, 0.9]),
  ])
  func `a re-edit keeps base and parent, whatever it does to the sections`(
    onto: JobManifest.Onto, amounts: [Double]
  ) throws {
    let base = Digest.of("pinned")
    let head = adjustment(
      5, base: base, content: recipe(section(2, 2), section(1, 0.1)), series: 1)
    let editing = try editing(section(1, 0.9), onto: onto, head: head, rendered: rendered)
    #expect(editing.outcome == .reedited)
    #expect(editing.adjustment?.base == base)
    #expect(editing.adjustment?.parent == 5)
    #expect(editing.recipe.operations.map { $0.number("amount") } == amounts)
  }

  @Test(arguments: JobManifest.Onto.allCases)
  func `what the head holds already is not recorded again, in any mode, unless forced`(
    onto: JobManifest.Onto
  ) throws {
    let head = adjustment(5, content: recipe(section(2, 1), section(1, 0.5)), series: 1)
    let same = try editing(section(1, 0.5), onto: onto, head: head, rendered: rendered)
    #expect(same.outcome == .unchanged)
    #expect(same.adjustment == nil)
    #expect(same.shows == .adjustment(5))
    let again = try editing(
      section(1, 0.5), onto: onto, again: true, head: head, rendered: rendered)
    #expect(again.adjustment != nil)
  }

  @Test func `stacking starts from the rendered result, and needs one`() throws {
    let head = adjustment(5, content: recipe(section(2, 1)), series: 2)
    let stacked = try editing(section(1, 0.5), onto: .stack, head: head, rendered: rendered)
    #expect(stacked.outcome == .stacked)
    #expect(stacked.base == rendered)
    #expect(stacked.recipe.sections == [section(1, 0.5)])
    let failure = #expect(throws: Failure.self) {
      try editing(section(1, 0.5), onto: .stack, head: head)
    }
    #expect(failure?.code == .cannotReedit)
  }

  @Test(arguments: JobManifest.Onto.allCases)
  func `an edit that cannot be read is stacked upon in every mode`(
    onto: JobManifest.Onto
  ) throws {
    let foreign = adjustment(
      5, content: AdjustmentContent(identifier: "com.example", version: 9, data: "{}"),
      series: nil)
    let editing = try editing(section(1, 0.5), onto: onto, head: foreign, rendered: rendered)
    #expect(editing.outcome == .stacked)
    #expect(editing.base == rendered)
    // Without an edit of its own a job shows the result as it is.
    #expect(try self.editing(nil, head: foreign, rendered: rendered).base == rendered)
  }

  @Test func `an edit that was taken back is not recorded until it changes`() throws {
    let taken = adjustment(5, content: recipe(section(1, 0.5)), series: 1)
    let tree = [taken]
    #expect(try editing(section(1, 0.5), head: nil, tree: tree).outcome == .undone)
    #expect(try editing(section(1, 0.6), head: nil, tree: tree).outcome == .edited)
    #expect(
      try editing(section(1, 0.5), again: true, head: nil, tree: tree).outcome == .edited)
    #expect(try editing(section(2, 0.5), head: nil, tree: tree).outcome == .edited)
    // One of another original tells nothing.
    let other = adjustment(
      5, original: Digest.of("other"), content: recipe(section(1, 0.5)), series: 1)
    #expect(try editing(section(1, 0.5), head: nil, tree: [other]).outcome == .edited)
  }

  @Test func `an empty edit takes the series' own section away, and nothing where there is none`()
    throws
  {
    let empty = Recipe.Section(name: "s1", series: 1, operations: [])
    let head = adjustment(5, content: recipe(section(2, 1), section(1, 0.5)), series: 1)
    #expect(try editing(empty, head: head).recipe.sections == [section(2, 1)])
    #expect(try editing(empty, head: nil).adjustment == nil)
  }
}
