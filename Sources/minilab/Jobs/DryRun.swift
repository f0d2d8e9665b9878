import Files
import Manifest
import Storage

/// What a job would do, without doing it.
enum DryRun {
  static func show(
    _ requests: [JobRequest], _ invocation: Invocation, _ context: Context
  ) throws -> ExitStatus {
    let library = try context.existingLibrary(invocation, near: requests.map(\.folder))
    var count = 0
    for request in requests {
      let files = try request.selection(library)
      for file in files {
        let manifest = try request.source.manifest(request.manifest, row: file.row)
        show(file, manifest, request, context.output)
      }
      count += files.count
      context.output.line(
        "\(request.manifest.name): \(Quantity.count(files.count, "photo")) below "
          + "\(request.folder), nothing was done")
    }
    context.output.end(count: count)
    return .done
  }

  private static func show(
    _ file: SelectedFile, _ manifest: JobManifest, _ request: JobRequest, _ output: Output
  ) {
    var object = JSONObject()
    object.add("asset", path: file.path)
    let paths = manifest.plannedOutputs(for: file.path).map {
      request.target.appending($0.path)
    }
    object.add(
      "outputs",
      .array(
        paths.map { path in
          var output = JSONObject()
          output.add("path", path: path)
          return .object(output)
        }))
    output.json("plan", object)
    output.line("\(file.path)")
    for path in paths { output.line("  -> \(path)") }
  }
}
