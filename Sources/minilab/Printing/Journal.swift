import Files
import Glibc

/// Messages as a service manager's log takes them: a priority before every line, the numbers being
/// those of syslog.
enum Journal {
  enum Priority: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case information = 6
  }

  /// Whether standard error goes there: named by its device and inode, since a program started from
  /// a desktop inherits the variable and not the stream.
  static func isListening(_ variable: (String) -> BytePath?) -> Bool {
    if let stream = variable("JOURNAL_STREAM")?.text {
      var status = stat()
      return fstat(STDERR_FILENO, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
    }
    return variable("NOTIFY_SOCKET") != nil && !StandardStream.error.isTerminal
  }

  static func text(_ text: String, _ priority: Priority) -> String {
    text.split(separator: "\n").map { "<\(priority.rawValue)>\($0)\n" }.joined()
  }

  /// What a line is about, for who filters it: ` job=7 asset="trip/a.jpg" code=CRASHED`.
  static func fields(_ fields: KeyValuePairs<String, String>) -> String {
    fields.map { name, value in
      let isPlain = value.allSatisfy { $0.isLetter || $0.isNumber || "_-./".contains($0) }
      return isPlain && !value.isEmpty ? " \(name)=\(value)" : " \(name)=\(quoted(value))"
    }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
