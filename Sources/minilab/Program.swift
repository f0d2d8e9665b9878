import Files
import Glibc
import Manifest

/// From the command line to the exit status. Not in main.swift, where everything belongs to the
/// main actor and Dispatch handlers trap.
enum Program {
  static func main() -> Int32 {
    // A reader that leaves (`| head`) must not kill a job; writing then fails with EPIPE.
    signal(SIGPIPE, SIG_IGN)
    // Dispatch tells the journal of every thread whose priority it may not raise, as in a service.
    setenv("LIBDISPATCH_LOG", "NO", 0)
    let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        BytePath(bytes: UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      }
    }
    let context = Context.current(json: CommandLineParser.wantsJSON(arguments))
    let status = run(arguments, context)
    guard let problem = context.output.finish() else { return status.rawValue }
    context.output.report(problem)
    return (status == .done ? ExitStatus(problem.code) : status).rawValue
  }

  static func run(_ arguments: [BytePath], _ context: Context) -> ExitStatus {
    if arguments.isEmpty {
      context.output.message(Help.overview())
      return .usage
    }
    do {
      let invocation = try CommandLineParser.parse(arguments)
      guard let body = Dispatch.bodies[invocation.command.name] else {
        throw Failure(.notYet, "\(invocation.command.name) is not there yet")
      }
      return try body(invocation, context)
    } catch let errors as ManifestErrors {
      context.output.report(errors)
      return .manifestInvalid
    } catch {
      let failure = Failure(describing: error)
      context.output.report(failure)
      return ExitStatus(failure.code)
    }
  }
}

extension Failure {
  /// What a command did not expect, as well as it can be told.
  init(describing error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as SystemError:
      let code: ErrorCode =
        switch error.number {
        case ENOSPC, EDQUOT: .noSpace
        case ENOENT: .sourceMissing
        default: .accessDenied
        }
      self.init(code, "the system refused \(error.call): \(error.reason)")
    default: self.init(.wrongState, "something unexpected went wrong: \(error)")
    }
  }
}
