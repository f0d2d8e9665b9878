import Manifest
import Storage

/// Recipes as people read them: as they would write them in a manifest, on one line.
enum RecipeText {
  static func of(_ content: AdjustmentContent) -> String {
    guard let recipe = content.recipe else {
      return "\(content.identifier) \(content.version), which this minilab cannot read"
    }
    if recipe.sections.isEmpty { return "nothing" }
    return recipe.sections.map { section in
      let operations =
        section.operations.isEmpty
        ? "metadata only" : section.operations.map(of).joined(separator: ", ")
      return (section.name.map { $0 + ": " } ?? "") + operations
    }.joined(separator: " | ")
  }

  private static func of(_ operation: Operation) -> String {
    let parameters = operation.parameters.sorted { $0.key < $1.key }
    switch parameters.count {
    case 0: return operation.name
    case 1: return "\(operation.name) \(parameters[0].key) \(parameters[0].value.shown)"
    default:
      let list = parameters.map { "\($0.key) \($0.value.shown)" }.joined(separator: " ")
      return "\(operation.name) (\(list))"
    }
  }
}
