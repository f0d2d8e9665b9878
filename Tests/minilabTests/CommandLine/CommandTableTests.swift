import Files
import Testing

@testable import minilab

@Suite struct CommandTableTests {
  @Test func `every name is there once`() {
    let names = CommandTable.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: CommandTable.all.map(\.name))
  func `no command says anything twice or points nowhere`(name: String) throws {
    let command = try #require(CommandTable.find(name))
    let options = command.options + CommandTable.global
    let names = options.map(\.name)
    #expect(Set(names).count == names.count)
    let letters = options.compactMap(\.short)
    #expect(Set(letters).count == letters.count)
    #expect(command.oneOf.allSatisfy(names.contains))
    #expect(options.compactMap(\.needs).allSatisfy(names.contains))
    for form in command.forms {
      if case .option(let sign) = form.sign { #expect(names.contains(sign)) }
    }
    #expect(!command.summary.hasSuffix("."))
    #expect(command.exits == command.exits.sorted { $0.rawValue < $1.rawValue })
  }

  @Test func `examples can be parsed as far as they are ours alone`() throws {
    for command in CommandTable.all {
      for example in command.examples where !example.line.contains("'") {
        let words = example.line.split(separator: " ").map(String.init)
        let own = words.dropFirst().prefix { $0 != ">" }
        let read = try CommandLineParser.parse(own.map { .init($0) })
        #expect(read.command.name == command.name)
      }
    }
  }

  @Test func `every body belongs to a command that is there`() {
    for name in Dispatch.bodies.keys {
      #expect(CommandTable.find(name)?.availability == .now)
    }
  }
}
