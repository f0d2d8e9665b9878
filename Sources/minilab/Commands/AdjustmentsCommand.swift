import Files
import Manifest
import Storage

/// `minilab adjustments export FILE|-` and `minilab adjustments import FILE|-`
enum AdjustmentsCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation)
    let file = invocation.operands.first ?? "-"
    return invocation.word == "import"
      ? try add(from: file, library, context)
      : try export(to: file, library, invocation, context)
  }

  private static func export(
    to file: BytePath, _ library: Library, _ invocation: Invocation, _ context: Context
  ) throws -> ExitStatus {
    let result = try ResultFile(file, library, invocation, context)
    let bundle = AdjustmentBundle(library)
    let lines = try Assets(library).withAdjustments().flatMap { try bundle.lines(of: $0) }
    let text = lines.map { AdjustmentBundle.text($0) + "\n" }.joined()
    try result.write(Array(text.utf8), to: context.output)
    if file != "-" {
      context.output.line("exported \(Quantity.count(lines.count, "adjustment")) to \(result.path)")
      context.output.json("exported", ["adjustments": .integer(lines.count)])
    }
    return .done
  }

  private static func add(
    from file: BytePath, _ library: Library, _ context: Context
  ) throws -> ExitStatus {
    let text: [UInt8]
    do {
      text = try InputFile.read(file)
    } catch {
      throw Failure(.badAdjustment, "cannot read the bundle \(file): \(error.reason)")
    }
    let imported = try AdjustmentBundle(library).add(text)
    context.output.line(
      "imported \(Quantity.count(imported.recorded, "adjustment")), \(imported.known) were known")
    if !imported.unknown.isEmpty {
      let photos = Quantity.count(imported.unknown.count, "original")
      context.output.note("\(photos) of the bundle are not in this library")
    }
    if imported.kept > 0 {
      let photos = Quantity.count(imported.kept, "photo")
      context.output.note("\(photos) have an edit in force already, which stays")
    }
    context.output.json(
      "imported",
      [
        "adjustments": .integer(imported.recorded), "known": .integer(imported.known),
        "unknown_originals": .integer(imported.unknown.count),
        "kept_heads": .integer(imported.kept),
      ])
    return .done
  }
}
