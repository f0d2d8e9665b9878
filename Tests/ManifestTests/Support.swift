import Files
import Testing

@testable import Manifest

func parsed(_ text: String, _ variables: [String: String] = [:]) throws -> JobManifest {
  try ManifestParser.parse(Array(text.utf8), file: "jobs/x.yaml", variables: variables)
}

/// What is said of a bad manifest, in the file "m".
func mistakes(_ text: String) -> [String] {
  do {
    _ = try ManifestParser.parse(Array(text.utf8), file: "m")
    return []
  } catch {
    return error.problems.map { ($0.code == .notYet ? "NOT_YET " : "") + $0.description }
  }
}

/// A bad manifest with everything that is said of it.
struct Bad: Sendable, CustomTestStringConvertible {
  let text: String
  let messages: [String]

  init(_ text: String, _ messages: [String]) {
    self.text = text
    self.messages = messages
  }

  var testDescription: String { text }
}

/// What makes a manifest right, if nothing wrong follows.
let head = "minilab: 1\noutputs: [{path: \"{name}.jpg\"}]\n"
