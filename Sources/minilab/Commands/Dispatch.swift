/// What each command does, by name. A command of the table that has no line here is refused as not
/// there yet.
enum Dispatch {
  typealias Body = @Sendable (Invocation, Context) throws -> ExitStatus

  static let bodies: [String: Body] = [
    "adjustments": AdjustmentsCommand.run,
    "apply": ApplyCommand.run,
    "cancel": CancelCommand.run,
    "completions": CompletionsCommand.run,
    "gc": GarbageCollectionCommand.run,
    "help": HelpCommand.run,
    "history": HistoryCommand.run,
    "init": InitCommand.run,
    "ops": OpsCommand.run,
    "outputs": OutputsCommand.run,
    "pause": PauseCommand.run,
    "preview": PreviewCommand.run,
    "prune": PruneCommand.run,
    "redo": UndoCommand.redo,
    "reprocess": ReprocessCommand.run,
    "resume": ResumeCommand.run,
    "retry": RetryCommand.run,
    "revert": RevertCommand.run,
    "roots": RootsCommand.run,
    "run": RunCommand.run,
    "schema": SchemaCommand.run,
    "show": ShowCommand.run,
    "status": StatusCommand.run,
    "submit": SubmitCommand.run,
    "undo": UndoCommand.undo,
    "validate": ValidateCommand.run,
    "verify": VerifyCommand.run,
    "version": VersionCommand.run,
    "worker": WorkerCommand.run,
  ]
}
