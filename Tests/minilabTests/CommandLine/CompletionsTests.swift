import Files
import Testing

@testable import minilab

@Suite struct CompletionsTests {
  @Test(arguments: Completions.Shell.allCases)
  func `every command and option that is there can be completed`(shell: Completions.Shell) {
    let text = Completions.text(for: shell)
    for command in CommandTable.all {
      #expect(text.contains(command.name) || command.availability == .later)
      for option in command.options where command.availability == .now {
        let written = shell == .fish ? "-l \(option.name) " : "--\(option.name)"
        #expect(text.contains(written) || option.availability == .later, "\(written)")
      }
    }
  }

  @Test func `what comes later is not offered`() {
    let later = CommandTable.all.filter { $0.availability == .later }.map(\.name)
    let bash = Completions.text(for: .bash)
    for name in later { #expect(!bash.contains("    \(name)) words=")) }
  }

  @Test func `the manual page tells of every command, and no line passes for a request`() {
    let lines = ManualPage.text().split(separator: "\n").map(String.init)
    let requests: Set = [
      ".TH", ".SH", ".SS", ".TP", ".B", ".PP", ".br", ".RS", ".RE", ".nf", ".fi",
    ]
    for command in CommandTable.all where command.availability == .now {
      #expect(lines.contains(".SS \(command.name)"))
    }
    for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
  }
}
