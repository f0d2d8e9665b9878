import Manifest
import Storage
import Workers

/// `minilab verify`
enum VerifyCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation)
    var files = 0
    var findings = try Verification(library, deep: invocation.isGiven("deep")).findings {
      files = $0
    }
    if invocation.isGiven("render") {
      findings += try RenderVerification(library, renderer: try RendererLocation.find()).findings()
    }
    for finding in findings {
      context.output.line("\(finding.subject) \(finding.message)")
      context.output.json(
        "finding", ["subject": .string(finding.subject), "message": .string(finding.message)])
    }
    context.output.line(
      findings.isEmpty
        ? "all is well: \(Quantity.count(files, "file")) checked"
        : "\(Quantity.count(findings.count, "finding")) in \(Quantity.count(files, "file"))")
    context.output.end(count: findings.count)
    return findings.isEmpty ? .done : .failed
  }
}
