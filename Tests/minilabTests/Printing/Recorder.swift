import Files
import Synchronization

@testable import minilab

/// Ours, since Swift Testing has one too.
typealias ExitStatus = minilab.ExitStatus

/// Keeps what would be printed.
final class Recorder: Sendable {
  private let bytes = Mutex<(output: [UInt8], error: [UInt8])>(([], []))

  var output: String { String(decoding: bytes.withLock { $0.output }, as: UTF8.self) }
  var error: String { String(decoding: bytes.withLock { $0.error }, as: UTF8.self) }

  func printing(json: Bool = false, colour: Bool = false) -> Output {
    Output(
      json: json, colour: colour,
      to: { (new) throws(SystemError) in self.bytes.withLock { $0.output += new } },
      errorsTo: { (new) throws(SystemError) in self.bytes.withLock { $0.error += new } })
  }

  func context(json: Bool = false) -> Context {
    Context(
      output: printing(json: json),
      terminal: Terminal(input: false, output: false, error: false, colour: false), folder: "/",
      variable: { _ in nil })
  }
}
