import Manifest

/// Operations for programs.
enum OpsJSON {
  static func object(_ operation: OperationSpec) -> JSONObject {
    var object: JSONObject = [
      "name": .string(operation.name), "summary": .string(operation.summary),
      // All of them now; the field stays for programs that look for it.
      "available": true,
      "example": .string(operation.example),
    ]
    object.add("shorthand", text: operation.shorthand)
    object.add(
      "forms",
      .array(
        operation.forms.map { form in
          [
            "available": true,
            "parameters": .array(form.parameters.map { .object(self.object($0)) }),
          ]
        }))
    return object
  }

  private static func object(_ parameter: Parameter) -> JSONObject {
    var object: JSONObject = [
      "name": .string(parameter.name), "summary": .string(parameter.summary),
      "value": .string(parameter.kind.expectation), "required": .bool(parameter.isRequired),
    ]
    if let value = parameter.defaultValue { object.add("default", JSONValue(value)) }
    object.add("available", .bool(parameter.availability != .later))
    object.add("note", text: parameter.availability.note)
    return object
  }
}

extension JSONValue {
  init(_ value: Operation.Value) {
    switch value {
    case .number(let number): self = .number(number)
    case .text(let text): self = .string(text)
    case .flag(let flag): self = .bool(flag)
    case .list(let values): self = .array(values.map { JSONValue($0) })
    }
  }
}
