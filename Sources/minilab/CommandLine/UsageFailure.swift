import Manifest

extension Failure {
  /// A mistake on the command line, ending with where to read more.
  static func usage(
    _ message: String, _ hint: String? = nil, for command: Command? = nil
  ) -> Failure {
    Failure(
      .usage, message, hint: [hint, more(command)].compactMap(\.self).joined(separator: " · "))
  }

  /// Something planned that was asked for by name.
  static func notYet(_ what: String, for command: Command? = nil) -> Failure {
    Failure(.notYet, "\(what) is planned and not there yet", hint: more(command))
  }

  private static func more(_ command: Command?) -> String {
    "see: minilab help" + (command.map { " " + $0.name } ?? "")
  }
}
