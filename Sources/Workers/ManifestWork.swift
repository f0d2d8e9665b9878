import Files
import Manifest
import RenderProtocol
import Storage

/// Does what a manifest asks for one asset: from its source to temporaries beside the outputs' places.
struct ManifestWork {
  let context: WorkContext

  private var item: ClaimedItem { context.item }
  private var plan: JobPlan { context.plan }
  private var library: Library { context.library }

  func run(progress: @escaping (Int) -> Void) throws -> WorkOutcome {
    let manifest = try plan.manifest(row: item.row)
    let renderer = context.itemRenderer(timeout: manifest.timeout, progress: progress)
    let decision = try ManifestDecision(item, manifest, plan, library) {
      try renderer.inspect($0).taken
    }
    let (source, editing) = (decision.source, decision.editing)
    if decision.isIdle {
      source.remember(for: item.asset, library)
      return .skipped(
        SkippedItem(
          warnings: decision.warnings, names: decision.naming.names,
          edit: editing.outcome?.rawValue))
    }

    try plan.watermarks.keep(
      for: editing.recipe.operations + decision.outputs.flatMap(\.output.settings.finish),
      item: item.id, library)
    try decision.naming.record(item, library)
    var due = decision.outputs.map { Due($0, plan) }
    if let inPlace = decision.inPlace {
      due.append(
        try Due(
          inPlace, try renderer.inspect(source.file), at: context.path, plan,
          ordinal: manifest.pathOutputCount))
    }
    let rendered = try context.stages.measure(.render) {
      try renderer.render(due.map(\.order)) { digest in
        try decision.head.pinned(digest)?.file ?? source.base(digest, library)
      }
    }
    let engine = try rendered.first?.renderer ?? renderer.inspect(source.file).renderer
    try source.checkUnchanged()
    FaultPoint.rendered.reached()
    let files = try context.stages.measure(.write) {
      try write(due, rendered, decision.naming)
    }
    let publication = Publication(
      item: item.id, lease: item.lease, job: item.job, asset: item.asset.id,
      source: SourceRecord(file: source.found, original: source.original),
      files: files.map(\.staged), head: editing.adjustment.map { .edit($0) },
      edit: editing.outcome?.rawValue,
      warnings: unique(decision.warnings + rendered.flatMap(\.warnings)), renderer: engine,
      times: context.stages.times)
    return .publish(
      PreparedItem(
        item: item, publication: publication, files: files,
        pinned: editing.adjustment.flatMap { decision.head.pinned($0.base) },
        milliseconds: context.stopwatch.milliseconds))
  }

  // MARK: Writing beside the places

  private func write(
    _ due: [Due], _ rendered: [RenderedFile], _ naming: Naming
  ) throws -> [OutputFile] {
    let writer = TemporaryWriter(library: library, item: item)
    var files: [OutputFile] = []
    do {
      for (due, file) in zip(due, rendered) {
        files.append(
          try writer.write(
            due.staged(file, series: plan.job.series), file.memory, in: try folder(of: due),
            TemporaryWriter.Attributes(modified: naming.modified(due.mtime))))
      }
      return files
    } catch {
      try Temporaries.drop(files)
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
  let mtime: FileTime

  init(_ due: ManifestDecision.DueOutput, _ plan: JobPlan) {
    ordinal = due.output.ordinal
    kind = .rendition
    place = due.place
    base = plan.job.target
    planned = due.planned
    key = due.key
    order = due.order
    shows = due.shows
    mtime = due.output.mtime
  }

  /// - Parameter header: of the asset's own file, whose format stays.
  init(
    _ inPlace: InPlace, _ header: SourceHeader, at path: BytePath, _ plan: JobPlan, ordinal: Int
  ) throws {
    self.ordinal = ordinal
    kind = .inPlace
    // What leaves a photo's own place leaves it only into the store.
    place = Ownership.Place(
      path: path, expected: inPlace.source.found.digest, keepsExpected: true)
    base = plan.root.path
    planned = path
    key = inPlace.key
    let settings = try inPlace.settings(header)
    order = RenderOrder(
      base: inPlace.editing.base, operations: inPlace.editing.recipe.operations,
      settings: settings, keepsPicture: inPlace.keepsPicture(settings))
    shows = inPlace.editing.shows
    mtime = inPlace.output.mtime
  }

  func staged(_ file: RenderedFile, series: Int64?) -> StagedFile {
    StagedFile(
      ordinal: ordinal, kind: kind, path: place.path, base: base, digest: file.digest,
      size: file.size, expected: place.expected, keepsExpected: place.keepsExpected,
      rendering: Rendering(
        planned: planned, key: key, settings: order.settings, width: file.width,
        height: file.height, decodeScale: file.decodeScale, shows: shows, engine: file.renderer),
      lineage: .new(series: series))
  }
}
