import Files
import Manifest
import RenderProtocol

extension Pipeline {
  /// Opens what was written and looks for what must not be in it: encoders have their own ideas.
  static let readBack = PipelineStep<OutputDraft>(
    name: "read back", stage: .encode, code: .encodeFailed,
    failure: "the encoded picture cannot be read back"
  ) { draft in
    try checkPrivacy(
      of: draft.file, MetadataRules(draft.settings.metadata), draft.settings.format.rawValue)
  }

  /// - Throws: PRIVATE_DATA_LEFT.
  static func checkPrivacy(
    of file: Descriptor, _ rules: MetadataRules, _ format: String
  ) throws {
    guard rules.removesAnything else { return }
    let written = try Loader.recognize(file, Limits()).open(file)
    guard let leak = rules.leak(in: written) else { return }
    throw Failure(
      .privateDataLeft, "the \(format) file would still hold \(leak)", stage: .encode)
  }
}
