/// `minilab version`
enum VersionCommand {
  static let version = "0.1.0"
  /// The version that a manifest's first key names.
  static let manifestVersion = 1

  static func run(_ invocation: Invocation, _ context: Context) -> ExitStatus {
    context.output.line("minilab \(version), manifest version \(manifestVersion)")
    context.output.json(
      "version", ["version": .string(version), "manifest": .integer(manifestVersion)])
    return .done
  }
}
