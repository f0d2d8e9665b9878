import Files
import Glibc
import Manifest
import Synchronization

/// All that the program prints: text for people, or JSON lines for programs.
final class Output: Sendable {
  /// Takes bytes to where they belong.
  typealias Sink = @Sendable ([UInt8]) throws(SystemError) -> Void

  let isJSON: Bool
  /// Whether messages go to a service manager's log, with priorities.
  let isJournal: Bool
  /// Whether messages on standard error are coloured.
  private let colour: Bool
  private let standardOutput: Sink
  private let standardError: Sink
  private let state = Mutex(State())

  private struct State {
    var waiting: [UInt8] = []
    var problem: SystemError?
  }

  init(
    json: Bool, colour: Bool = false, journal: Bool = false,
    to standardOutput: @escaping Sink = { (bytes) throws(SystemError) in
      try StandardStream.output.write(bytes)
    },
    errorsTo standardError: @escaping Sink = { (bytes) throws(SystemError) in
      try StandardStream.error.write(bytes)
    }
  ) {
    isJSON = json
    self.colour = colour
    // JSON lines are for programs that read them as they are.
    isJournal = journal && !json
    self.standardOutput = standardOutput
    self.standardError = standardError
  }

  // MARK: Results

  /// Lines for people with their line breaks; nothing with `--json`.
  func text(_ text: String) {
    if !isJSON { write(text) }
  }

  /// A line for people; nothing with `--json`.
  func line(_ text: String = "") { self.text(text + "\n") }

  /// A line for programs; nothing without `--json`.
  func json(_ type: String, _ object: JSONObject = [:]) {
    guard isJSON else { return }
    var members = JSONObject([JSONObject.Member(key: "type", value: .string(type))])
    for member in object.members { members.add(member.key, member.value) }
    write(JSONValue.object(members).text + "\n")
  }

  /// Ends a list of JSON lines.
  func end(count: Int) { json("end", ["count": .integer(count)]) }

  private func write(_ text: String) {
    state.withLock { state in
      state.waiting += text.utf8
      if state.waiting.count >= 1 << 15 { flush(&state) }
    }
  }

  /// Hands over what waits. Call where somebody may be waiting for it; at the end it happens anyway.
  func flush() { state.withLock { flush(&$0) } }

  private func flush(_ state: inout State) {
    let bytes = state.waiting
    state.waiting = []
    guard state.problem == nil, !bytes.isEmpty else { return }
    do { try standardOutput(bytes) } catch { state.problem = error }
  }

  /// Hands over everything.
  /// - Returns: why results were lost. A reader who had seen enough (`| head`) is no failure.
  func finish() -> Failure? {
    flush()
    guard let problem = state.withLock({ $0.problem }), problem.number != EPIPE else { return nil }
    let full = problem.number == ENOSPC || problem.number == EDQUOT
    return Failure(
      full ? .noSpace : .outputDenied, "cannot write to standard output: \(problem.reason)")
  }

  // MARK: Messages

  /// Something a person should know, on standard error; nothing with `--json`.
  func note(_ text: String) {
    if !isJSON { message(text + "\n") }
  }

  func report(_ failure: Failure) {
    if isJSON { return report(JSONObject(failure)) }
    let hint = failure.hint.map { "\n  " + BytePath($0).displayed } ?? ""
    message(
      "\(Paint.red("minilab:", colour)) \(BytePath(failure.message).displayed)"
        + " [\(failure.code.rawValue)]\(hint)\n", .error)
  }

  /// A failure as a JSON line on standard error.
  func report(_ error: JSONObject) {
    var object: JSONObject = ["type": "error"]
    for member in error.members { object.add(member.key, member.value) }
    message(JSONValue.object(object).text + "\n")
  }

  /// Straight to standard error, after the results that came before.
  func message(_ text: String, _ priority: Journal.Priority = .information) {
    state.withLock { state in
      flush(&state)
      // There is nowhere left to tell of a failure here.
      try? standardError(Array((isJournal ? Journal.text(text, priority) : text).utf8))
    }
  }
}
