import Manifest

extension Pipeline {
  /// Where nothing may be lost, what the steps before gave up ends the output. After the encoder,
  /// which has losses of its own to tell.
  static let refuseLosses = PipelineStep<OutputDraft>(
    name: "refuse losses", stage: .encode, code: .wouldLose,
    failure: "the output would lose something"
  ) { draft in
    guard draft.settings.losses == .fail,
      let loss = draft.warnings.first(where: { $0.code.isLoss })
    else { return }
    throw Failure(
      .wouldLose, "the result would lose something: \(loss.message)",
      hint: "set `losses: warn` to go on without it", stage: .encode)
  }
}

extension WarningCode {
  /// Whether the result has less than its source, other than by what was asked for.
  fileprivate var isLoss: Bool {
    switch self {
    case .depth, .gamut, .gainMap, .frames, .alpha, .metadata, .paletteLost, .profileConverted:
      true
    case .notEnlarged, .profileBroken, .noDate, .outputSkipped, .links: false
    }
  }
}
