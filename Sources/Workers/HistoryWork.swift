import Files
import Manifest
import RenderProtocol
import Storage

/// Undo, redo, revert and adopt of one asset: under the same leases, intents and recovery as any
/// other item.
struct HistoryWork {
  let context: WorkContext

  private var item: ClaimedItem { context.item }
  private var plan: JobPlan { context.plan }
  private var library: Library { context.library }

  func run(progress: @escaping (Int) -> Void) throws -> WorkOutcome {
    let live = try Renditions(library).live(asset: item.asset.id)
    let inPlace = live.first { $0.kind == .inPlace }
    let source = Result {
      try Source(item.asset, in: plan.rootFolder, name: context.name, inPlace: inPlace)
    }
    if plan.job.kind == .adopt { return try adopt(try source.get()) }
    let history = try HistoryPlan(
      plan.job.kind, item.asset, original: try? source.get().original.digest, library)
    if history.head == nil && history.steps.isEmpty { return .skipped(SkippedItem()) }

    let renderer = context.itemRenderer(timeout: 120_000, progress: progress)
    let steps = try history.steps.enumerated().map { try placed($1, ordinal: $0, live, source) }
    let orders = steps.compactMap(\.order)
    let rendered = try context.stages.measure(.render) {
      try renderer.render(orders) { try source.get().base($0, library) }
    }
    try? source.get().checkUnchanged()
    let files = try context.stages.measure(.write) { try write(steps, rendered) }
    let publication = Publication(
      item: item.id, lease: item.lease, job: item.job, asset: item.asset.id,
      source: (try? source.get()).map { SourceRecord(file: $0.found, original: $0.original) },
      files: files.map(\.staged), head: history.head, edit: nil,
      warnings: rendered.flatMap(\.warnings), renderer: rendered.first?.renderer ?? "",
      times: context.stages.times)
    return .publish(prepared(publication, files))
  }

  /// Nothing moves but the catalog: the file as it stands is the original from now on.
  private func adopt(_ source: Source) throws -> WorkOutcome {
    guard source.isDiverged else { return .skipped(SkippedItem()) }
    let adopted = Original(
      digest: source.found.digest, mode: source.status.mode, modified: source.status.modified)
    let staged = StagedFile(
      ordinal: 0, kind: .original, path: context.path, base: plan.root.path,
      digest: adopted.digest, size: source.found.size, expected: adopted.digest,
      keepsExpected: false, rendering: nil, lineage: .new(series: nil))
    let publication = Publication(
      item: item.id, lease: item.lease, job: item.job, asset: item.asset.id,
      source: SourceRecord(file: source.found, original: adopted), files: [staged],
      head: .move(.adopt, to: nil, reverses: nil), edit: nil, warnings: [], renderer: "")
    return .publish(prepared(publication, []))
  }

  private func prepared(_ publication: Publication, _ files: [OutputFile]) -> PreparedItem {
    PreparedItem(
      item: item, publication: publication, files: files, pinned: nil,
      milliseconds: context.stopwatch.milliseconds)
  }

  // MARK: What comes where

  /// A step with all that writing it needs.
  private struct Placed {
    let ordinal: Int
    let step: HistoryPlan.Step
    let expected: (digest: Digest, isForeign: Bool)?
    /// What must be rendered for it.
    let order: RenderOrder?
    /// What the file then shows.
    let shows: Rendering.Shown
  }

  private func placed(
    _ step: HistoryPlan.Step, ordinal: Int, _ live: [Rendition], _ source: Result<Source, any Error>
  ) throws -> Placed {
    var order: RenderOrder?
    var shows = Rendering.Shown.original
    if case .record(let record) = step.target, let rendering = record.rendering {
      shows = rendering.shows
      let remaking = Remaking(library: library, source: source)
      if record.kind == .rendition || !remaking.isStored(record.digest) {
        (order, shows) = try remaking.order(rendering, isInPlace: record.kind == .inPlace)
      }
    }
    return Placed(
      ordinal: ordinal, step: step, expected: try expected(step.inEffect, live, source),
      order: order, shows: shows)
  }

  /// What a path holds now.
  /// - Throws: DIVERGED or OUTPUT_EXISTS if another program was there, unless the job is forced.
  private func expected(
    _ record: FileRecord, _ live: [Rendition], _ source: Result<Source, any Error>
  ) throws -> (digest: Digest, isForeign: Bool)? {
    let force = plan.job.force
    switch record.kind {
    case .inPlace, .original:
      do {
        let source = try source.get()
        if !force { try source.checkOurs() }
        return (source.found.digest, true)
      } catch let failure as ItemFailure where failure.failure.code == .sourceMissing && force {
        return nil
      }
    case .rendition:
      guard let rendition = live.first(where: { $0.path == record.path }) else { return nil }
      return try Ownership.expected(of: rendition, library, force: force)
    case .restored, .removed:
      return try Ownership.expectedForeign(
        at: record.path, digest: record.digest, force: force)
    }
  }

  // MARK: Writing beside the places

  private func write(_ steps: [Placed], _ rendered: [RenderedFile]) throws -> [OutputFile] {
    var rendered = rendered.makeIterator()
    var files: [OutputFile] = []
    do {
      for step in steps {
        files.append(try write(step, step.order == nil ? nil : rendered.next()))
      }
      return files
    } catch {
      try Temporaries.drop(files)
      throw error
    }
  }

  private func write(_ placed: Placed, _ rendered: RenderedFile?) throws -> OutputFile {
    let content = try content(placed, rendered)
    let record = placed.step.inEffect
    let staged = StagedFile(
      ordinal: placed.ordinal, kind: content.kind, path: record.path, base: record.base,
      digest: content.digest, size: content.size, expected: placed.expected?.digest,
      keepsExpected: placed.expected?.isForeign ?? false, rendering: content.rendering,
      lineage: content.lineage)
    do {
      let folder = try Folder.making(record.path.parent, beneath: record.base)
      return try TemporaryWriter(library: library, item: item).write(
        staged, content.bytes, in: folder, content.attributes)
    } catch let error as SystemError {
      throw ItemFailure(target: error, at: record.path)
    }
  }

  /// What comes to a path.
  private struct Content {
    let kind: StagedFile.Kind
    var bytes: Descriptor?
    var digest: Digest?
    var size: Int64 = 0
    var rendering: Rendering?
    var lineage = Lineage.new(series: nil)
    var attributes = TemporaryWriter.Attributes()
  }

  private func content(_ placed: Placed, _ rendered: RenderedFile?) throws -> Content {
    let path = placed.step.inEffect.path
    switch placed.step.target {
    case .nothing:
      return Content(kind: .removed)
    case .foreign(let digest):
      return try stored(digest, .restored, at: path)
    case .original:
      guard let original = item.asset.original else {
        throw Failure(.originalMissing, "nobody knows the original of \(path)", stage: .open)
      }
      var content = try stored(original.digest, .original, at: path)
      content.attributes = TemporaryWriter.Attributes(
        mode: original.mode, modified: original.modified)
      return content
    case .record(let record):
      var content: Content
      if let rendered {
        content = Content(
          kind: record.kind, bytes: rendered.memory, digest: rendered.digest,
          size: rendered.size)
      } else {
        content = try stored(record.digest ?? Digest.of(""), .inPlace, at: path)
      }
      if record.kind == .inPlace {
        content.attributes = TemporaryWriter.Attributes(
          mode: record.mode, modified: record.modified)
      }
      content.rendering = record.rendering?.showing(
        placed.shows, key: placed.order.map { OutputKey.digest(of: $0) }, rendered)
      content.lineage = .again(record)
      return content
    }
  }

  private func stored(
    _ digest: Digest, _ kind: StagedFile.Kind, at path: BytePath
  ) throws -> Content {
    let object = try Source.stored(digest, library, for: path)
    return Content(kind: kind, bytes: object, digest: digest, size: try object.status().size)
  }
}
