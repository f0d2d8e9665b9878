/// What each command does, by name. A command of the table that has no line here is refused as not
/// there yet.
enum Dispatch {
  typealias Body = @Sendable (Invocation, Context) throws -> ExitStatus

  static let bodies: [String: Body] = [
    "help": HelpCommand.run,
    "ops": OpsCommand.run,
    "schema": SchemaCommand.run,
    "validate": ValidateCommand.run,
    "version": VersionCommand.run,
  ]
}
