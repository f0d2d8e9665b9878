import Files
import Manifest

extension Output {
  /// Every mistake of a manifest: file, line, column and what is wrong.
  func report(_ errors: ManifestErrors) {
    for problem in errors.problems {
      if isJSON {
        report(
          JSONObject(
            Failure(problem.code, problem.message, hint: problem.hint),
            file: problem.file, line: problem.line, column: problem.column))
      } else {
        message(
          BytePath(problem.description).displayed + " [\(problem.code.rawValue)]\n", .error)
      }
    }
  }
}

extension JSONObject {
  fileprivate init(_ failure: Failure, file: String, line: Int, column: Int) {
    self.init(failure)
    add("file", .string(file))
    add("line", .integer(line))
    add("column", .integer(column))
  }
}
