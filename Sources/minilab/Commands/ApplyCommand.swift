import Files
import Manifest
import Storage

/// `minilab apply [--edit YAML]… [--output YAML]… FILE…`
enum ApplyCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let files = invocation.operands.map { Folder.real($0.resolved(from: context.folder)) }
    let roots = try knownRoots(invocation, files, context)
    var requests: [JobRequest] = []
    for (root, files) in groups(files, roots) {
      let text = AppliedManifest.text(
        edits: invocation.texts("edit"),
        outputs: invocation.texts("output")
          + (invocation.isGiven("in-place") ? ["in-place: true"] : []), root: root,
        target: context.folder, files: files)
      if invocation.isGiven("print") {
        context.output.text(text)
        continue
      }
      let source = JobSource(
        manifest: Array(text.utf8), file: context.folder.appending("apply"), variables: [:])
      requests.append(
        JobRequest(
          source: source, manifest: try source.parse(), folder: root, target: context.folder,
          files: files, isSeries: false, renewal: .everything))
    }
    if invocation.isGiven("print") { return .done }
    return try RunCommand.work(requests, lanes: nil, invocation, context)
  }

  private static func knownRoots(
    _ invocation: Invocation, _ files: [BytePath], _ context: Context
  ) throws -> [Root] {
    try context.existingLibrary(invocation, near: files.map(\.parent)).map {
      try Roots($0).all()
    } ?? []
  }

  /// Files by their root, each below the root that is known for it, else by their folder.
  private static func groups(
    _ files: [BytePath], _ roots: [Root]
  ) -> [(root: BytePath, files: [BytePath])] {
    var groups: [(root: BytePath, files: [BytePath])] = []
    for file in files {
      let root =
        roots.first { file.relative(to: $0.path) != nil }?.path ?? file.parent
      if let place = groups.firstIndex(where: { $0.root == root }) {
        groups[place].files.append(file)
      } else {
        groups.append((root, [file]))
      }
    }
    return groups
  }
}

/// The manifest that a command line of `apply` stands for.
enum AppliedManifest {
  static func text(
    edits: [String], outputs: [String], root: BytePath, target: BytePath, files: [BytePath]
  ) -> String {
    var lines = ["minilab: 1", "name: apply", "root: \(quoted(root))", "to: \(quoted(target))"]
    lines += ["onto: extend", "select:"]
    lines += files.map { "  - path: \(quoted($0.relative(to: root) ?? $0))" }
    lines += list("edit", edits) + list("outputs", outputs)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func list(_ key: String, _ entries: [String]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return ["\(key):"]
      + entries.map { entry in
        // An entry of several lines stays in its place by being set in as a whole.
        "  - " + entry.split(separator: "\n").joined(separator: "\n    ")
      }
  }

  private static func quoted(_ path: BytePath) -> String {
    JSONValue.string(path.text ?? path.displayed).text.replacing("${", with: "$${")
  }
}
