import Manifest

/// One step of the pipeline. What it cannot do becomes a failure with its own code; libvips' words
/// are a hint beside it.
struct PipelineStep<Draft>: Sendable {
  let name: String
  let stage: Failure.Stage
  let code: ErrorCode
  /// The message when it fails.
  let failure: String
  let run: @Sendable (inout Draft) throws -> Void

  func callAsFunction(_ draft: inout Draft) throws(Failure) {
    try failing(code, failure, stage) { try run(&draft) }
  }
}

/// Runs `body`; errors that are not failures yet become one.
func failing<Result>(
  _ code: ErrorCode, _ message: String, _ stage: Failure.Stage, _ body: () throws -> Result
) throws(Failure) -> Result {
  do {
    return try body()
  } catch let failure as Failure {
    throw failure
  } catch let error as VipsError {
    throw Failure(code, message, hint: error.text.isEmpty ? nil : error.text, stage: stage)
  } catch {
    throw Failure(code, message, hint: "\(error)", stage: stage)
  }
}

/// The order: an edit sees the upright photo in a known colour space, a finish sees an output's
/// own pixels, and whatever was cut or dropped on the way is settled before the encoder runs.
enum Pipeline {
  /// Once per source.
  static let decode = [open, orient]
  /// Once per way that outputs treat the profile.
  static let edit = [workingSpace, edits]
  /// Once per output.
  static let output = [resize, finish, metadata, encode, embed, refuseLosses, readBack]
}
