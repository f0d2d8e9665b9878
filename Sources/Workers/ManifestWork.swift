import Files
import Manifest
import RenderProtocol
import Storage

/// What a manifest asks for one asset: from its source to temporaries beside the outputs' places.
struct ManifestWork {
  let context: WorkContext

  private var item: ClaimedItem { context.item }
  private var plan: JobPlan { context.plan }
  private var library: Library { context.library }

  func run(progress: @escaping (Int) -> Void) throws -> WorkOutcome {
    let manifest = try plan.manifest(row: item.row)
    let live = try Renditions(library).live(asset: item.asset.id)
    let source = try Source(
      item.asset, in: plan.rootFolder, name: context.name,
      inPlace: live.first { $0.kind == .inPlace })
    if !plan.job.force { try source.checkOurs() }
    let renderer = context.itemRenderer(timeout: manifest.timeout, progress: progress)
    let head = try Head(item.asset, source, live, library)
    let editing = try Editing(
      request(manifest), head: head.adjustment, tree: head.tree, original: source.original.digest
    ) { try head.pin(context.path) }
    let naming = try Naming(manifest, item, source) { try renderer.inspect(source.file).taken }
    var warnings = naming.warnings
    let due = try due(manifest, naming.names, source, editing, live, &warnings)
    if due.isEmpty && editing.adjustment == nil {
      return .skipped(
        SkippedItem(warnings: warnings, names: naming.names, edit: editing.outcome?.rawValue))
    }

    try naming.record(item, library)
    let rendered = try renderer.render(due.map(\.order)) { digest in
      try head.pinned(digest)?.file ?? source.base(digest, library)
    }
    let engine = try rendered.first?.renderer ?? renderer.inspect(source.file).renderer
    try source.checkUnchanged()
    let files = try write(due, rendered)
    warnings += rendered.flatMap(\.warnings)
    let publication = Publication(
      item: item.id, lease: item.lease, job: item.job, asset: item.asset.id,
      source: SourceRecord(file: source.found, original: source.original),
      files: files.map(\.staged), head: editing.adjustment.map { .edit($0) },
      edit: editing.outcome?.rawValue, warnings: unique(warnings), renderer: engine)
    return .publish(
      PreparedItem(
        item: item, publication: publication, files: files,
        pinned: editing.adjustment.flatMap { head.pinned($0.base) },
        milliseconds: context.stopwatch.milliseconds))
  }

  // MARK: What to do

  private func request(_ manifest: JobManifest) -> Editing.Request {
    let series = plan.job.series
    return Editing.Request(
      section: manifest.edit(entry: item.entry).map {
        Recipe.Section(
          name: series == nil ? nil : plan.job.name, series: series, operations: $0)
      },
      onto: manifest.onto, again: plan.job.again)
  }

  /// An output that must be rendered.
  private struct Due {
    let ordinal: Int
    let place: Ownership.Place
    let planned: BytePath
    let order: RenderOrder
    let shows: Rendering.Shown
  }

  private func due(
    _ manifest: JobManifest, _ names: ItemNames, _ source: Source, _ editing: Editing,
    _ live: [Rendition], _ warnings: inout [Warning]
  ) throws -> [Due] {
    let ownership = Ownership(library, plan, live: live)
    var due: [Due] = []
    for output in manifest.plannedOutputs(for: context.name, names: names) {
      let path = plan.job.target.appending(output.path)
      let order = RenderOrder(
        base: editing.base, operations: editing.recipe.operations, settings: output.settings)
      switch try ownership.verdict(output, at: path, key: order.key) {
      case .unchanged: break
      case .leaveOut(let warning): warnings.append(warning)
      case .write(let place):
        due.append(
          Due(
            ordinal: output.ordinal, place: place, planned: path, order: order,
            shows: editing.shows))
      }
    }
    return due
  }

  // MARK: Writing beside the places

  private func write(_ due: [Due], _ rendered: [RenderedFile]) throws -> [OutputFile] {
    let writer = TemporaryWriter(library: library, item: item)
    var files: [OutputFile] = []
    do {
      for (due, file) in zip(due, rendered) {
        let staged = StagedFile(
          ordinal: due.ordinal, kind: .rendition, path: due.place.path, base: plan.job.target,
          digest: file.digest, size: file.size, expected: due.place.expected,
          keepsExpected: due.place.keepsExpected,
          rendering: Rendering(
            planned: due.planned, key: due.order.key, settings: due.order.settings,
            width: file.width, height: file.height, decodeScale: file.decodeScale,
            shows: due.shows),
          lineage: .new(series: plan.job.series))
        let folder = try folder(of: due.place.path)
        files.append(try writer.write(staged, file.memory, in: folder))
      }
      return files
    } catch {
      Temporaries.drop(files)
      throw error
    }
  }

  private func folder(of path: BytePath) throws(ItemFailure) -> Folder {
    do {
      return try plan.makeFolder(path.parent.relative(to: plan.job.target) ?? path.parent)
    } catch {
      throw ItemFailure(target: error, at: path)
    }
  }

  /// The warnings of several outputs, each once.
  private func unique(_ warnings: [Warning]) -> [Warning] {
    var seen: Set<Warning> = []
    return warnings.filter { seen.insert($0).inserted }
  }
}
