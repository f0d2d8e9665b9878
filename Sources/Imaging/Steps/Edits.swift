import Manifest

extension Pipeline {
  /// The asset's own edit, operation by operation.
  static let edits = PipelineStep<SourceDraft>(
    name: "edit", stage: .edit, code: .editFailed,
    failure: "the edit cannot be applied"
  ) {
    draft in
    for edit in draft.edits { try edit.apply(to: &draft.frames) }
    // What turns, colours and edits is evaluated once and not once per output.
    let isChanged = !draft.frames.first.isInMemory
    if draft.isShared && isChanged { try draft.frames.change { try $0.inMemory() } }
  }
}
