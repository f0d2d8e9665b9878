import Files
import Manifest
import Storage

/// What a manifest asks for one asset, held against what is there: nothing is rendered and nothing
/// written.
struct ManifestDecision {
  /// A path output that must be made.
  struct DueOutput {
    let output: PlannedOutput
    let place: Ownership.Place
    /// Absolute, as planned.
    let planned: BytePath
    let order: RenderOrder
    let key: Digest
    let shows: Rendering.Shown
  }

  let source: Source
  let head: Head
  let editing: Editing
  let naming: Naming
  let outputs: [DueOutput]
  /// nil: the asset's own place is as it should be.
  let inPlace: InPlace?
  let warnings: [Warning]

  /// - Parameter taken: asks the photo when it was taken, where a path needs that and nobody knows.
  init(
    _ item: ClaimedItem, _ manifest: JobManifest, _ plan: JobPlan, _ library: Library,
    taken: (Descriptor) throws -> String?
  ) throws {
    let live = try Renditions(library).live(asset: item.asset.id)
    let name = plan.relativePath(of: item.asset)
    let source = try Source(
      item.asset, in: plan.rootFolder, name: name, inPlace: live.first { $0.kind == .inPlace })
    if !plan.job.force { try source.checkOurs() }
    let head = try Head(item.asset, source, library)
    let editing = try Editing(
      ManifestDecision.request(manifest, item, plan, head.adjustment), head: head.adjustment,
      tree: head.tree, original: source.original.digest
    ) { try head.pin() }
    naming = try Naming(manifest, item, source) { try taken(source.file) }
    var warnings = naming.warnings
    outputs = try ManifestDecision.outputs(
      manifest.plannedOutputs(for: name, names: naming.names), source, editing,
      Ownership(library, plan, live: live), plan, &warnings)
    let inPlace = manifest.inPlace.map {
      InPlace(output: $0, plan: plan, source: source, editing: editing)
    }
    self.inPlace = inPlace?.isDue == true ? inPlace : nil
    if self.inPlace != nil && source.status.links > 1 {
      warnings.append(
        Warning(.links, "the file has other hard links, which keep the bytes that they have"))
    }
    (self.source, self.head, self.editing, self.warnings) = (source, head, editing, warnings)
  }

  /// Whether everything is as it should be.
  var isIdle: Bool { outputs.isEmpty && inPlace == nil && editing.adjustment == nil }

  private static func request(
    _ manifest: JobManifest, _ item: ClaimedItem, _ plan: JobPlan, _ head: Adjustment?
  ) -> Editing.Request {
    let series = plan.job.series
    // A policy that keeps everything says nothing.
    let metadata = manifest.inPlace.flatMap { $0.metadata == .keep ? nil : $0.metadata }
    let edit = manifest.edit(entry: item.entry)
    let own = series == nil ? nil : head?.recipe?.sections.first { $0.series == series }
    return Editing.Request(
      section: edit == nil && metadata == nil
        ? nil
        : Recipe.Section(
          name: series == nil ? nil : plan.job.name, series: series,
          operations: edit ?? own?.operations ?? [], metadata: metadata),
      onto: manifest.onto, again: plan.job.renewal == .everything)
  }

  private static func outputs(
    _ planned: [PlannedOutput], _ source: Source, _ editing: Editing, _ ownership: Ownership,
    _ plan: JobPlan, _ warnings: inout [Warning]
  ) throws -> [DueOutput] {
    var due: [DueOutput] = []
    for output in planned {
      let path = plan.job.target.appending(output.path)
      let isOriginal = output.from == .original
      let order = RenderOrder(
        base: isOriginal ? source.original.digest : editing.base,
        operations: isOriginal ? [] : editing.recipe.operations, settings: output.settings)
      let key = OutputKey.digest(of: order, mtime: output.mtime)
      switch try ownership.verdict(output, at: path, key: key) {
      case .unchanged: break
      case .leaveOut(let warning): warnings.append(warning)
      case .write(let place):
        due.append(
          DueOutput(
            output: output, place: place, planned: path, order: order, key: key,
            shows: isOriginal ? .original : editing.shows))
      }
    }
    return due
  }
}
