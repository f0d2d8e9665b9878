import FoundationEssentials

/// The JSON Schema of manifests, for editors; made from the tables that parsing uses.
public enum ManifestSchema {
  /// Pretty printed, keys sorted.
  public static func json() -> String {
    var schema = object(KeyTable.parameters(.manifest))
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "minilab manifest"
    schema["$defs"] = .object([
      "variable": ["type": "string", "pattern": "\\$\\{[^}]+\\}"],
      "operation": operation(),
      "entry": .object([
        "anyOf": .array([["type": "string"], .object(object(SelectionKeys.all))])
      ]),
      "output": .object([
        "anyOf": .array([
          .object(object(KeyTable.parameters(.pathOutput))),
          .object(
            object(KeyTable.parameters(.inPlaceOutput)).merging(["required": ["in-place"]]) { $1 }),
        ])
      ]),
    ])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Texts, finite numbers and switches only: it cannot fail.
    let data = (try? encoder.encode(JSON.object(schema))) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  private static func object(_ parameters: [Parameter]) -> [String: JSON] {
    var properties: [String: JSON] = [:]
    for parameter in parameters {
      var property = schema(parameter.kind)
      property["description"] = .text(
        ([parameter.summary] + [parameter.availability.note].compactMap(\.self))
          .joined(separator: "; "))
      if let value = parameter.defaultValue { property["default"] = JSON(value) }
      properties[parameter.name] = .object(property)
    }
    var object: [String: JSON] = [
      "type": "object", "properties": .object(properties), "additionalProperties": .flag(false),
    ]
    let required = parameters.filter(\.isRequired).map { JSON.text($0.name) }
    if !required.isEmpty { object["required"] = .array(required) }
    return object
  }

  private static func operation() -> JSON {
    var branches: [JSON] = []
    let bare = OperationTable.all.filter(\.isBare).map { JSON.text($0.name) }
    branches.append(["enum": .array(bare)])
    for spec in OperationTable.all {
      var values = spec.forms.map { JSON.object(object($0.parameters)) }
      if let name = spec.shorthand,
        let parameter = spec.parameters.first(where: { $0.name == name })
      {
        values.append(.object(schema(parameter.kind)))
      }
      if spec.parameters.isEmpty { values.append(["const": .flag(true)]) }
      if spec.isBare { values.append(["type": "null"]) }
      branches.append(
        .object([
          "type": "object", "required": .array([.text(spec.name)]),
          "additionalProperties": .flag(false),
          "properties": .object([
            spec.name: .object([
              "anyOf": .array(values),
              "description": .text(spec.summary),
            ])
          ]),
        ]))
    }
    return .object(["anyOf": .array(branches)])
  }

  private static func schema(_ kind: Kind) -> [String: JSON] {
    func orVariable(_ schema: JSON) -> [String: JSON] {
      ["anyOf": .array([schema, ["$ref": "#/$defs/variable"]])]
    }
    func each(_ definition: String) -> [String: JSON] {
      ["type": "array", "items": .object(["$ref": .text("#/$defs/" + definition)])]
    }
    switch kind {
    case .flag: return orVariable(["type": "boolean"])
    case .integer(let range):
      return orVariable(
        .object([
          "type": "integer", "minimum": .number(Double(range.lowerBound)),
          "maximum": .number(Double(range.upperBound)),
        ]))
    case .number(let range):
      if kind == .anyNumber { return orVariable(["type": "number"]) }
      return orVariable(
        .object([
          "type": "number", "minimum": .number(range.lowerBound),
          "maximum": .number(range.upperBound),
        ]))
    case .word(let words): return orVariable(.object(["enum": .array(words.map { .text($0) })]))
    case .text, .color, .opaqueColor, .size:
      return ["type": .array(["string", "number", "boolean"])]
    case .length, .ratio, .box, .duration: return ["type": .array(["number", "string"])]
    case .list(let element, let count):
      return [
        "type": "array", "items": .object(schema(element)),
        "minItems": .number(Double(count.lowerBound)),
        "maxItems": .number(Double(count.upperBound)),
      ]
    case .oneOf(let kinds): return ["anyOf": .array(kinds.map { .object(schema($0)) })]
    case .mapping(let parameters): return object(parameters)
    case .operations: return each("operation")
    case .entries: return each("entry").merging(["minItems": .number(1)]) { $1 }
    case .outputs: return each("output")
    case .variables:
      return [
        "type": "object",
        "additionalProperties": ["type": .array(["string", "number", "boolean"])],
      ]
    }
  }
}
