import Files

/// The system calls of a traced program, in the order in which they began.
struct SystemCallTrace {
  struct Call {
    let name: Substring
    /// As strace writes them, descriptors with their paths: `7</tmp/out>, "a.jpg"`.
    var arguments: String
    /// Lines of the trace: what ends before another begins has happened before it.
    let begin: Int
    var end: Int
  }

  static let strace: BytePath = "/usr/bin/strace"
  /// What comes before a program to trace it.
  static func tracing(to file: BytePath) -> [BytePath] {
    [
      strace, "-f", "-y", "-s", "4096", "-o", file, "-e",
      "trace=fsync,fdatasync,rename,renameat,renameat2,linkat,unlink,unlinkat,pwrite64",
    ]
  }

  /// Whether there is a strace here that may trace.
  static let isPossible: Bool = {
    let program = try? RunningProgram(
      strace, ["-o", "/dev/null", "/bin/true"], environment: [:], in: "/", input: "/dev/null",
      output: "/dev/null", errors: "/dev/null")
    return (try? program?.wait().end) == .exit(0)
  }()

  let calls: [Call]

  /// - Parameter text: what strace wrote.
  init(_ text: String) {
    var calls: [Call] = []
    var unfinished: [Substring: Int] = [:]
    for (number, line) in text.split(separator: "\n").enumerated() {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard parts.count == 2 else { continue }
      let rest = parts[1].drop { $0 == " " }
      if rest.hasPrefix("<... ") {
        guard let index = unfinished.removeValue(forKey: parts[0]) else { continue }
        calls[index].arguments += rest.drop { $0 != ">" }.dropFirst()
        calls[index].end = number
      } else if let bracket = rest.firstIndex(of: "(") {
        calls.append(
          Call(
            name: rest[..<bracket], arguments: String(rest[bracket...].dropFirst()),
            begin: number, end: number))
        if rest.hasSuffix("<unfinished ...>") {
          // One that never ended has not happened.
          calls[calls.count - 1].end = .max
          unfinished[parts[0]] = calls.count - 1
        }
      }
    }
    self.calls = calls
  }

  /// Calls of these names with all of these texts among their arguments.
  func calls(_ names: Set<Substring>, _ texts: String...) -> [Call] {
    calls.filter { call in
      names.contains(call.name) && texts.allSatisfy { call.arguments.contains($0) }
    }
  }

  /// Syncs of what a descriptor's path ends with.
  func syncs(_ pathEnd: String) -> [Call] { calls(["fsync", "fdatasync"], pathEnd + ">") }
}
