import Manifest

extension Pipeline {
  /// Turns the picture upright as its tag says. After this the tag is gone.
  static let orient = PipelineStep<SourceDraft>(
    name: "orient", stage: .decode, code: .decodeFailed,
    failure: "the picture cannot be turned upright"
  ) { draft in
    let orientation = draft.info.header.integer("orientation") ?? 1
    guard !draft.info.loader.turnsUpright, (2...8).contains(orientation) else { return }
    try draft.frames.change { try $0.call("autorot") }
    draft.frames.fullSize = draft.info.uprightSize
  }
}
