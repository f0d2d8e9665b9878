import Testing

@testable import Storage

/// What is left to undo and redo, as in any editor.
@Suite struct HeadHistoryTests {
  private func move(
    _ id: Int64, _ kind: HeadMove.Kind, _ from: Int64?, _ to: Int64?, reverses: Int64? = nil
  ) -> HeadMove {
    HeadMove(
      id: id, kind: kind, from: from, to: to, reverses: reverses, job: id, item: id * 10, at: 0)
  }

  @Test("Edits are undone from the newest on, and redone in turn")
  func backAndForth() {
    let edits = [move(1, .edit, nil, 1), move(2, .edit, 1, 2)]
    #expect(HeadHistory(edits).undoable.map(\.id) == [1, 2])
    let undone = edits + [move(3, .undo, 2, 1, reverses: 2), move(4, .undo, 1, nil, reverses: 1)]
    #expect(HeadHistory(undone).undoable.isEmpty)
    #expect(HeadHistory(undone).redoable.map(\.id) == [3, 4])
    let redone = HeadHistory(undone + [move(5, .redo, nil, 1, reverses: 4)])
    #expect(redone.undoable.map(\.id) == [1])
    #expect(redone.redoable.map(\.id) == [3])
  }

  @Test("What a redo did to files is what the next undo takes back")
  func redoIsTheDoer() {
    let moves = [
      move(1, .revert, 7, nil), move(2, .undo, nil, 7, reverses: 1),
      move(3, .redo, 7, nil, reverses: 2),
    ]
    #expect(HeadHistory(moves).undoable.map(\.item) == [30])
  }

  @Test("A new edit ends redoing, and a revert is undone like an edit")
  func newEdit() {
    let moves = [move(1, .edit, nil, 1), move(2, .undo, 1, nil, reverses: 1)]
    #expect(HeadHistory(moves + [move(3, .edit, nil, 2)]).redoable.isEmpty)
    let reverted = HeadHistory(moves + [move(3, .edit, nil, 2), move(4, .revert, 2, nil)])
    #expect(reverted.undoable.map(\.id) == [3, 4])
  }

  @Test("Nothing from before an adoption can be undone")
  func adopted() {
    let moves = [move(1, .edit, nil, 1), move(2, .adopt, 1, nil), move(3, .edit, nil, 2)]
    #expect(HeadHistory(moves).undoable.map(\.id) == [3])
  }
}
