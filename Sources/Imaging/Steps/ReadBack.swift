import Files
import Manifest
import RenderProtocol

extension Pipeline {
  /// Opens what was written and looks for what must not be in it: encoders have their own ideas.
  static let readBack = PipelineStep<OutputDraft>(
    name: "read back", stage: .encode, code: .encodeFailed,
    failure: "the encoded picture cannot be read back"
  ) { draft in
    guard draft.settings.metadata != .keep else { return }
    let written = try Loader.recognize(draft.file, Limits()).open(draft.file)
    let left = written.fieldNames.filter(MetadataRules.isPersonal)
    guard left.isEmpty else {
      throw Failure(
        .privateDataLeft, "the \(draft.settings.format) file would still hold \(left[0])",
        stage: .encode)
    }
  }
}
