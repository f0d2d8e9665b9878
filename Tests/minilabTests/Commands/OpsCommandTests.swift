import Files
import Manifest
import Testing

@testable import minilab

@Suite struct OpsCommandTests {
  private let recorder = Recorder()

  private func run(_ arguments: [BytePath], json: Bool = false) -> (ExitStatus, String) {
    let context = recorder.context(json: json)
    let status = Program.run(arguments, context)
    context.output.flush()
    return (status, recorder.output)
  }

  @Test func `the list names every operation and keeps to the width`() {
    let (status, text) = run(["ops"])
    #expect(status == .done)
    for operation in OperationTable.all { #expect(text.contains(operation.name)) }
    for line in text.split(separator: "\n") { #expect(Columns.count(String(line)) <= Help.width) }
  }

  @Test func `one operation has parameters, defaults and an example`() {
    #expect(
      run(["ops", "sepia"]).1 == """
        sepia: Browns the picture like an old print.

        Parameters:
          amount        Strength; a number from 0 to 1 (default: 1)

        A value alone is its amount: sepia: VALUE

        Example:
            edit:
              - sepia: 0.8

        """)
  }

  @Test(arguments: OperationTable.all.map(\.name))
  func `every operation has its page`(name: String) {
    let (status, text) = run(["ops", BytePath(name)])
    #expect(status == .done)
    #expect(text.hasPrefix(name + ": "))
    #expect(text.contains("\nExample:\n"))
  }

  @Test func `an operation of several forms shows them apart`() {
    let text = run(["ops", "pad"]).1
    #expect(text.contains("\nParameters:\n  all "))
    #expect(text.contains("\nOr:\n  top "))
  }

  @Test func `programs get the same as JSON`() {
    #expect(
      run(["ops", "sepia"], json: true).1 == """
        {"type":"operation","name":"sepia","summary":"Browns the picture like an old print",\
        "available":true,"example":"sepia: 0.8","shorthand":"amount","forms":[{"available":true,\
        "parameters":[{"name":"amount","summary":"Strength","value":"a number from 0 to 1",\
        "required":false,"default":1,"available":true}]}]}

        """)
  }

  @Test func `an unknown operation has a nearest one`() {
    #expect(run(["ops", "sepai"]).0 == .usage)
    #expect(
      recorder.error == """
        minilab: there is no operation sepai [USAGE]
          did you mean sepia? · see: minilab help ops

        """)
  }
}
