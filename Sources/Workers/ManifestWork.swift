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
      request(manifest, head.adjustment), head: head.adjustment, tree: head.tree,
      original: source.original.digest
    ) { try head.pin(context.path) }
    let naming = try Naming(manifest, item, source) { try renderer.inspect(source.file).taken }
    var warnings = naming.warnings
    var due = try pathOutputs(manifest, naming.names, source, editing, live, &warnings)
    if let output = manifest.inPlace {
      let inPlace = InPlace(output: output, plan: plan, source: source, editing: editing)
      if inPlace.isDue {
        let header = try renderer.inspect(source.file)
        due.append(
          try self.inPlace(inPlace, header, ordinal: manifest.pathOutputCount, &warnings))
      }
    }
    if due.isEmpty && editing.adjustment == nil {
      source.remember(for: item.asset, library)
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

  private func request(_ manifest: JobManifest, _ head: Adjustment?) -> Editing.Request {
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
      onto: manifest.onto, again: plan.job.again)
  }

  /// A file that must be rendered.
  private struct Due {
    let ordinal: Int
    let kind: StagedFile.Kind
    let place: Ownership.Place
    /// The folder that it must stay beneath.
    let base: BytePath
    let planned: BytePath
    let key: Digest
    let order: RenderOrder
    let shows: Rendering.Shown
  }

  private func pathOutputs(
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
            ordinal: output.ordinal, kind: .rendition, place: place, base: plan.job.target,
            planned: path, key: order.key, order: order, shows: editing.shows))
      }
    }
    return due
  }

  private func inPlace(
    _ inPlace: InPlace, _ header: SourceHeader, ordinal: Int, _ warnings: inout [Warning]
  ) throws -> Due {
    if inPlace.source.status.links > 1 {
      warnings.append(
        Warning(.links, "the file has other hard links, which keep the bytes that they have"))
    }
    let editing = inPlace.editing
    return Due(
      ordinal: ordinal, kind: .inPlace,
      // What leaves a photo's own place leaves it only into the store.
      place: Ownership.Place(
        path: context.path, expected: inPlace.source.found.digest, keepsExpected: true),
      base: plan.root.path, planned: context.path, key: inPlace.key,
      order: RenderOrder(
        base: editing.base, operations: editing.recipe.operations,
        settings: try inPlace.settings(header, of: context.path)),
      shows: editing.shows)
  }

  // MARK: Writing beside the places

  private func write(_ due: [Due], _ rendered: [RenderedFile]) throws -> [OutputFile] {
    let writer = TemporaryWriter(library: library, item: item)
    var files: [OutputFile] = []
    do {
      for (due, file) in zip(due, rendered) {
        let staged = StagedFile(
          ordinal: due.ordinal, kind: due.kind, path: due.place.path, base: due.base,
          digest: file.digest, size: file.size, expected: due.place.expected,
          keepsExpected: due.place.keepsExpected,
          rendering: Rendering(
            planned: due.planned, key: due.key, settings: due.order.settings,
            width: file.width, height: file.height, decodeScale: file.decodeScale,
            shows: due.shows),
          lineage: .new(series: plan.job.series))
        let folder = try folder(of: due)
        files.append(try writer.write(staged, file.memory, in: folder))
      }
      return files
    } catch {
      Temporaries.drop(files)
      throw error
    }
  }

  private func folder(of due: Due) throws(ItemFailure) -> Folder {
    let parent = due.place.path.parent
    do {
      return due.kind == .inPlace
        ? try plan.rootFolder.folder(parent.relative(to: due.base) ?? parent)
        : try plan.makeFolder(parent.relative(to: due.base) ?? parent)
    } catch {
      throw ItemFailure(target: error, at: due.place.path)
    }
  }

  /// The warnings of several outputs, each once.
  private func unique(_ warnings: [Warning]) -> [Warning] {
    var seen: Set<Warning> = []
    return warnings.filter { seen.insert($0).inserted }
  }
}
