import Files
import Manifest

/// `minilab validate MANIFEST…`
enum ValidateCommand {
  static func run(_ invocation: Invocation, _ context: Context) -> ExitStatus {
    let valid = invocation.operands.map { validate($0, invocation, context.output) }
    context.output.end(count: valid.count)
    return valid.allSatisfy(\.self) ? .done : .manifestInvalid
  }

  private static func validate(
    _ file: BytePath, _ invocation: Invocation, _ output: Output
  ) -> Bool {
    var result = JSONObject()
    result.add("path", path: file)
    do {
      let manifest = try ManifestParser.parse(
        InputFile.readManifest(file), file: file, variables: invocation.assignments("set"))
      output.line("\(file): valid")
      result.add("valid", true)
      result.add("name", .string(manifest.name))
    } catch {
      if let errors = error as? ManifestErrors {
        output.report(errors)
      } else {
        output.report(Failure(describing: error))
      }
      result.add("valid", false)
    }
    output.json("manifest", result)
    return result.members.contains { $0.key == "valid" && $0.value == true }
  }
}
