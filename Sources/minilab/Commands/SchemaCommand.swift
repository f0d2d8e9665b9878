import Manifest

/// `minilab schema`
enum SchemaCommand {
  static func run(_ invocation: Invocation, _ context: Context) -> ExitStatus {
    let schema = ManifestSchema.json()
    context.output.line(schema)
    context.output.json("schema", ["schema": .verbatim(schema)])
    return .done
  }
}
