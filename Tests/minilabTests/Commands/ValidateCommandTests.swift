import Files
import Glibc
import Testing

@testable import minilab

@Suite struct ValidateCommandTests {
  private let recorder = Recorder()

  /// A file with this text, removed afterwards.
  private func withFile(_ text: String, _ body: (BytePath) throws -> Void) throws {
    var template = Array("/tmp/minilab-validate-XXXXXX".utf8CString)
    let raw = mkstemp(&template)
    let path = BytePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    defer { unlink(template) }
    let file = Descriptor(owning: raw)
    try Array(text.utf8).withUnsafeBytes { try file.writeAll($0) }
    try body(path)
  }

  @Test func `a valid manifest is valid, and --set counts`() throws {
    let text =
      "minilab: 1\nname: web\nvars: {q: 80}\noutputs: [{path: \"a.jpg\", quality: \"${q}\"}]"
    try withFile(text) { path in
      let context = recorder.context(json: true)
      #expect(Program.run(["validate", path, "--json"], context) == .done)
      context.output.flush()
      #expect(
        recorder.output == """
          {"type":"manifest","path":"\(path)","valid":true,"name":"web"}
          {"type":"end","count":1}

          """)
      #expect(Program.run(["validate", path, "--set", "q=700"], context) == .manifestInvalid)
    }
  }

  @Test func `every mistake has its place`() throws {
    try withFile("minilab: 1\nnmae: x\npriority: high\nedit: [grayscale]\n") { path in
      #expect(Program.run(["validate", path], recorder.context()) == .manifestInvalid)
      let lines = recorder.error.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first?.hasPrefix("\(path):2:1: ") == true)
      #expect(lines.last?.hasPrefix("\(path):3:11: ") == true)
      #expect(lines.allSatisfy { $0.hasSuffix("[MANIFEST_INVALID]") })
    }
  }

  @Test func `mistakes for programs are error lines`() throws {
    try withFile("minilab: 1\npriority: high\n") { path in
      #expect(Program.run(["validate", path], recorder.context(json: true)) == .manifestInvalid)
      #expect(recorder.error.hasPrefix(#"{"type":"error","code":"MANIFEST_INVALID","message":"#))
      #expect(recorder.error.hasSuffix("\"file\":\"\(path)\",\"line\":2,\"column\":11}\n"))
    }
  }

  @Test func `a manifest that cannot be read does not stop the others`() throws {
    try withFile("minilab: 1\noutputs: [{path: \"a.jpg\"}]") { path in
      let context = recorder.context()
      #expect(Program.run(["validate", "/nowhere.yaml", path], context) == .manifestInvalid)
      context.output.flush()
      #expect(recorder.output == "\(path): valid\n")
      #expect(
        recorder.error == """
          minilab: cannot read the manifest /nowhere.yaml: No such file or directory \
          [MANIFEST_INVALID]

          """)
    }
  }
}
