import Dispatch
import Files
import Glibc
import Synchronization
import Testing

/// A program under test, in a process group of its own, its output going to two files.
final class RunningProgram: Sendable {
  /// How it ended and what it said.
  struct Finished: Sendable {
    let end: ChildProcess.End
    let output: [UInt8]
    let errors: [UInt8]

    var text: String { String(decoding: output, as: UTF8.self) }
    var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  struct TookTooLong: Error {
    let arguments: [BytePath]
  }

  let id: pid_t
  private let arguments: [BytePath]
  private let outputFile: BytePath
  private let errorFile: BytePath
  private let end = Mutex<ChildProcess.End?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - environment: all of it.
  ///   - input: a file for standard input.
  init(
    _ program: BytePath, _ arguments: [BytePath], environment: [String: BytePath],
    in folder: BytePath, input: BytePath, output: BytePath, errors: BytePath
  ) throws {
    self.arguments = arguments
    outputFile = output
    errorFile = errors
    id = try RunningProgram.spawn(
      program, arguments, environment, folder, input: input, output: output, errors: errors)
    DispatchQueue(label: "wait for \(id)").async { [self] in
      let end = reap()
      self.end.withLock { $0 = end }
      ended.signal()
    }
  }

  private func reap() -> ChildProcess.End {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? .exit(status >> 8 & 0xff) : .signal(signal)
  }

  var hasEnded: Bool { end.withLock { $0 != nil } }

  /// Waits for its end; kills it when that does not come.
  @discardableResult
  func wait(seconds: Int = 180) throws -> Finished {
    guard ended.wait(timeout: .now() + .seconds(seconds)) == .success else {
      killAll()
      throw TookTooLong(arguments: arguments)
    }
    ended.signal()
    guard let end = end.withLock({ $0 }) else { throw TookTooLong(arguments: arguments) }
    return Finished(
      end: end, output: try Descriptor.open(outputFile, O_RDONLY).readAll(),
      errors: try Descriptor.open(errorFile, O_RDONLY).readAll())
  }

  /// What it has said so far on standard output.
  func outputSoFar() throws -> String {
    String(decoding: try Descriptor.open(outputFile, O_RDONLY).readAll(), as: UTF8.self)
  }

  /// What it has said so far on standard error.
  func errorsSoFar() throws -> String {
    String(decoding: try Descriptor.open(errorFile, O_RDONLY).readAll(), as: UTF8.self)
  }

  func send(_ signal: Int32) { if !hasEnded { kill(id, signal) } }

  /// Whether a signal has stopped it.
  var isStopped: Bool {
    guard let file = try? Descriptor.open(BytePath("/proc/\(id)/stat"), O_RDONLY),
      let bytes = try? file.readStream()
    else { return false }
    return String(decoding: bytes, as: UTF8.self).contains(") T ")
  }

  /// Its child processes: the renderers, which have process groups of their own.
  var children: [pid_t] {
    let tasks = (try? Folder(BytePath("/proc/\(id)/task")).entries()) ?? []
    return tasks.flatMap { task -> [pid_t] in
      let list = BytePath("/proc/\(id)/task").appending(task.name).appending("children")
      let bytes = (try? Descriptor.open(list, O_RDONLY).readStream()) ?? []
      return String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// Those of them that run their own program by now, and so may be stopped.
  var renderers: [pid_t] {
    children.filter { child in
      let name =
        (try? Descriptor.open(BytePath("/proc/\(child)/comm"), O_RDONLY).readStream()) ?? []
      return name == Array("minilab-render\n".utf8)
    }
  }

  /// How long it has lived and how much processor time it has used, once it is this old. Seconds.
  func timesAfter(seconds: Double) throws -> (lived: Double, processor: Double) {
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    func numbers(_ file: BytePath, from first: String.Element?) throws -> [Double] {
      var text = String(
        decoding: try Descriptor.open(file, O_RDONLY).readStream(), as: UTF8.self)[...]
      // The program's name stands in brackets before the numbers and may hold anything.
      if let first, let end = text.lastIndex(of: first) { text = text[end...].dropFirst(4) }
      return text.split(separator: " ").compactMap { Double($0) }
    }
    var times = (lived: 0.0, processor: 0.0)
    _ = try eventually {
      let mine = try numbers(BytePath("/proc/\(id)/stat"), from: ")")
      let uptime = try numbers("/proc/uptime", from: nil)[0]
      // Fields 14, 15 and 22 of proc(5); the first of these numbers is field 4.
      times = (uptime - mine[18] / ticks, (mine[10] + mine[11]) / ticks)
      return times.lived >= seconds
    }
    return times
  }

  /// Kills it and all that it started at once, as a power failure would.
  func killAll() {
    let children = children
    if !hasEnded { kill(-id, SIGKILL) }
    for child in children { kill(child, SIGKILL) }
  }

  private static func spawn(
    _ program: BytePath, _ arguments: [BytePath], _ environment: [String: BytePath],
    _ folder: BytePath, input: BytePath, output: BytePath, errors: BytePath
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    _ = input.withCString { posix_spawn_file_actions_addopen(&actions, 0, $0, O_RDONLY, 0) }
    _ = output.withCString { posix_spawn_file_actions_addopen(&actions, 1, $0, writing, 0o600) }
    _ = errors.withCString { posix_spawn_file_actions_addopen(&actions, 2, $0, writing, 0o600) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals that other tests of this process ignore are not inherited.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGPIPE, SIGIO] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    let variables = environment.map { BytePath(bytes: Array("\($0)=".utf8) + $1.bytes) }
    // Swift does not see posix_spawn's own way to change the folder; env(1) becomes the program.
    let start: BytePath = "/usr/bin/env"
    var argv =
      ([start, "-C", folder, program] + arguments).map { $0.withCString { strdup($0) } } + [nil]
    var envp = variables.map { $0.withCString { strdup($0) } } + [nil]
    defer { for text in argv + envp { free(text) } }
    var id: pid_t = 0
    let error = start.withCString {
      posix_spawn(&id, $0, &actions, &attributes, &argv, &envp)
    }
    guard error == 0 else { throw SystemError("posix_spawn", number: error) }
    return id
  }
}
