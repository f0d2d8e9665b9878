import Manifest

/// What `minilab help` explains beside commands.
enum HelpTopic: String, CaseIterable {
  case keys, errors

  var summary: String {
    switch self {
    case .keys: "every key of a manifest and of library.yaml"
    case .errors: "exit statuses, error codes and warnings"
    }
  }

  func show(_ output: Output) {
    switch self {
    case .keys: HelpTopic.keys(output)
    case .errors: HelpTopic.codes(output)
    }
  }

  // MARK: Keys

  private static let shared: Set<KeyTable.Place> = [.manifest, .pathOutput]

  private static func keys(_ output: Output) {
    let all = KeyTable.all
    let entries = KeyTable.entryParameters
    let settings = LibrarySettings.parameters
    var lines: [String] = []
    let groups: [(title: String, holds: (Set<KeyTable.Place>) -> Bool)] = [
      ("Keys of a manifest:", { $0 == [.manifest] }),
      ("Keys of a manifest, for all its outputs, or of one output:", { $0.isSuperset(of: shared) }),
      ("Keys of an output:", { !$0.contains(.manifest) }),
    ]
    for group in groups {
      lines += title(group.title, lines)
      for key in all where group.holds(key.places) {
        lines += entry(key.parameter, key.defaultText)
      }
    }
    lines += title("Keys of an entry of select:", lines)
    for parameter in entries { lines += entry(parameter, nil) }
    lines += title("Keys of library.yaml:", lines)
    for parameter in settings { lines += entry(parameter, parameter.defaultValue?.shown) }
    output.text(lines.joined(separator: "\n") + "\n")

    for key in all { output.json("key", json(key.parameter, key.places, key.defaultText)) }
    for parameter in entries { output.json("entry-key", json(parameter, [], nil)) }
    for parameter in settings {
      output.json("library-key", json(parameter, [], parameter.defaultValue?.shown))
    }
    output.end(count: all.count + entries.count + settings.count)
  }

  private static func entry(_ parameter: Parameter, _ standard: String?) -> [String] {
    var text = "\(parameter.summary); \(parameter.kind.expectation)"
    if let standard, standard != "–" { text += " (default: \(standard))" }
    if parameter.isRequired { text = text.replacing(" (default: required)", with: "; required") }
    if let note = parameter.availability.note { text += ". " + note.capitalizedFirst }
    return TextWrap.entry(parameter.name, text, column: 18, width: Help.width)
  }

  private static func json(
    _ parameter: Parameter, _ places: Set<KeyTable.Place>, _ standard: String?
  ) -> JSONObject {
    var object: JSONObject = [
      "name": .string(parameter.name), "summary": .string(parameter.summary),
      "value": .string(parameter.kind.expectation), "required": .bool(parameter.isRequired),
    ]
    object.add("default", text: standard)
    if !places.isEmpty {
      let names = KeyTable.Place.allCases.filter(places.contains).map(\.rawValue)
      object.add("places", .array(names.map { .string($0) }))
    }
    object.add("available", .bool(parameter.availability != .later))
    object.add("note", text: parameter.availability.note)
    return object
  }

  // MARK: Codes

  private static func codes(_ output: Output) {
    var lines = ["Exit statuses:"]
    for status in ExitStatus.allCases {
      lines += TextWrap.entry("\(status.rawValue)", status.meaning, column: 7, width: Help.width)
      output.json(
        "exit-status",
        ["status": .integer(Int(status.rawValue)), "meaning": .string(status.meaning)])
    }
    for subject in ErrorCode.Subject.allCases {
      lines += title(subject.rawValue + ":", lines)
      for code in ErrorCode.allCases where code.subject == subject {
        lines += TextWrap.entry(code.rawValue, code.meaning, column: 24, width: Help.width)
        output.json(
          "error-code",
          [
            "code": .string(code.rawValue), "subject": .string(subject.rawValue),
            "meaning": .string(code.meaning),
          ])
      }
    }
    lines += title("Warnings, beside results that are there all the same:", lines)
    for code in WarningCode.allCases {
      lines += TextWrap.entry(code.rawValue, code.meaning, column: 24, width: Help.width)
      output.json(
        "warning-code", ["code": .string(code.rawValue), "meaning": .string(code.meaning)])
    }
    output.text(lines.joined(separator: "\n") + "\n")
    output.end(
      count: ExitStatus.allCases.count + ErrorCode.allCases.count + WarningCode.allCases.count)
  }

  private static func title(_ text: String, _ above: [String]) -> [String] {
    above.isEmpty ? [text] : ["", text]
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
