import Files
import Glibc
import Manifest
import RenderProtocol
import Storage

/// An item that is rendered: its files lie beside their places and wait to be published.
struct PreparedItem: Sendable {
  let item: ClaimedItem
  let publication: Publication
  let files: [OutputFile]
  let milliseconds: Int
}

/// One item's way from its source to its temporaries. Everything it learns stays here.
struct ItemWork {
  enum Outcome {
    case publish(PreparedItem)
    case skipped([Warning], ItemNames)
  }

  private let item: ClaimedItem
  private let plan: JobPlan
  private let library: Library
  private let renderer: RendererProcess
  private let budget: MemoryBudget
  private let stopwatch: Stopwatch

  init(
    _ item: ClaimedItem, _ plan: JobPlan, _ library: Library, _ renderer: RendererProcess,
    _ budget: MemoryBudget, _ stopwatch: Stopwatch
  ) {
    self.item = item
    self.plan = plan
    self.library = library
    self.renderer = renderer
    self.budget = budget
    self.stopwatch = stopwatch
  }

  func run(progress: (Int) -> Void) throws -> Outcome {
    let manifest = try plan.manifest(row: item.row)
    let source = try Source(
      item.asset, in: plan.rootFolder, name: plan.relativePath(of: item.asset))
    let edit = try editing(manifest, source.original)
    let deadline = stopwatch.deadline(milliseconds: manifest.timeout)
    let naming = try Naming(manifest, item, source) { try inspect(source, deadline).taken }
    let outputs = try outputs(manifest, naming.names, source.original, edit)
    var warnings = naming.warnings
    warnings += outputs.compactMap { output -> Warning? in
      if case .leaveOut(let warning) = output.verdict { warning } else { nil }
    }
    let due = outputs.compactMap { output -> Due? in
      guard case .write(let path, let expected, let isForeign) = output.verdict else { return nil }
      return Due(
        planned: output.planned, plannedPath: output.path, path: path, key: output.key,
        expected: expected, expectsForeign: isForeign)
    }
    if due.isEmpty && edit.adjustment == nil { return .skipped(warnings, naming.names) }

    try naming.record(item, library)
    let header = try inspect(source, deadline)
    let rendered = try render(
      due, of: source, header, edit.operations, deadline: deadline, progress: progress)
    try source.checkUnchanged()
    var files: [OutputFile] = []
    do {
      for (due, result) in zip(due, rendered) { try files.append(write(due, result)) }
    } catch {
      Temporaries.drop(files)
      throw error
    }
    warnings += rendered.flatMap(\.file.warnings)
    let publication = Publication(
      item: item.id, lease: item.lease, job: item.job, asset: item.asset.id,
      original: source.original, outputs: files.map(\.staged), adjustment: edit.adjustment,
      warnings: unique(warnings), renderer: header.renderer)
    return .publish(
      PreparedItem(
        item: item, publication: publication, files: files, milliseconds: stopwatch.milliseconds))
  }

  // MARK: What to do

  private struct Editing {
    /// All that the asset's pixels go through.
    let operations: [Operation]
    /// nil: nothing is to be recorded.
    let adjustment: StagedAdjustment?
  }

  private func editing(_ manifest: JobManifest, _ original: KnownFile) throws -> Editing {
    // A file that was replaced outside is a new original; its tree stays as history.
    let head = try item.asset.head.flatMap { try Adjustments(library).adjustment($0) }
    let inForce = head?.base == original.digest ? head : nil
    let recipe = inForce?.recipe ?? Recipe()
    let edit = manifest.edit(entry: item.entry)
    let name = plan.job.series == nil ? nil : plan.job.name
    var joined = recipe.joined(
      by: edit, onto: manifest.onto, name: name, series: plan.job.series)
    if joined == nil && plan.job.again && edit?.isEmpty == false { joined = recipe }
    return Editing(
      operations: (joined ?? recipe).operations,
      adjustment: joined.map {
        StagedAdjustment(parent: item.asset.head, base: original.digest, recipe: $0)
      })
  }

  private struct Considered {
    let planned: PlannedOutput
    let path: BytePath
    let key: Digest
    let verdict: Ownership.Verdict
  }

  private func outputs(
    _ manifest: JobManifest, _ names: ItemNames, _ original: KnownFile, _ edit: Editing
  ) throws -> [Considered] {
    let ownership = try Ownership(library, plan, asset: item.asset)
    let asset = plan.relativePath(of: item.asset)
    return try manifest.plannedOutputs(for: asset, names: names).map { planned in
      let path = plan.job.target.appending(planned.path)
      let key = OutputKey.digest(
        base: original.digest, operations: edit.operations, settings: planned.settings)
      return Considered(
        planned: planned, path: path, key: key,
        verdict: try ownership.verdict(planned, at: path, key: key, again: plan.job.again))
    }
  }

  // MARK: Doing it

  /// An output that must be rendered.
  private struct Due {
    let planned: PlannedOutput
    let plannedPath: BytePath
    let path: BytePath
    let key: Digest
    let expected: Digest?
    let expectsForeign: Bool
  }

  private struct Result {
    let memory: Descriptor
    let digest: Digest
    let file: Rendered.File
    let decodeScale: Double
  }

  private func inspect(_ source: Source, _ deadline: UInt64) throws -> SourceHeader {
    let reply = try renderer.answer(
      to: .inspect(plan.limits), source: source.file, deadline: deadline)
    guard case .inspected(let header) = reply else { throw unexpected(reply) }
    return header
  }

  private func render(
    _ due: [Due], of source: Source, _ header: SourceHeader, _ operations: [Operation],
    deadline: UInt64, progress: (Int) -> Void
  ) throws -> [Result] {
    if due.isEmpty { return [] }
    let files = try due.map { _ in try MemoryFile.make() }
    let request = Request.Render(
      limits: plan.limits, operations: operations, outputs: due.map(\.planned.settings))
    let waiting = Stopwatch()
    let reply = try budget.whileHolding(header.decodedBytes) {
      // Waiting for others' memory is not this photo's time.
      try renderer.answer(
        to: .render(request), source: source.file,
        files: files + plan.watermarks.files(for: request, item: item.id, library),
        deadline: deadline + waiting.nanoseconds, progress: progress)
    }
    guard case .rendered(let rendered) = reply, rendered.files.count == files.count else {
      throw unexpected(reply)
    }
    return try zip(files, rendered.files).map { memory, file in
      // Only what nobody can change any more is hashed and written.
      try MemoryFile.seal(memory)
      guard try memory.status().size > 0 else {
        throw Failure(.encodeFailed, "the renderer gave an empty file", stage: .encode)
      }
      return Result(
        memory: memory, digest: try Digest.of(memory), file: file,
        decodeScale: rendered.decodeScale)
    }
  }

  private func unexpected(_ reply: Reply) -> Failure {
    Failure(.crashed, "the renderer answered something else than it was asked")
  }

  // MARK: Writing beside the place

  private func write(_ due: Due, _ result: Result) throws -> OutputFile {
    let temporary = TemporaryName.of(
      library: library.id, item: item.id, lease: item.lease, ordinal: due.planned.ordinal)
    do {
      let folder = try plan.makeFolder(due.planned.path.parent)
      let file = try folder.open(temporary, O_RDWR | O_CREAT | O_EXCL)
      do {
        try file.copyAll(of: result.memory)
        if due.expected != nil, let old = try folder.status(of: due.path.name) {
          try file.takeOwnership(of: old)
        }
      } catch {
        try? folder.unlink(temporary)
        throw error
      }
      file.startWriteback()
      // From here on nobody has it open for writing, not even we: cleaning up waits for such.
      let written = try folder.open(temporary, O_RDONLY, followLinks: false)
      let staged = StagedRendition(
        ordinal: due.planned.ordinal, path: due.path, planned: due.plannedPath, key: due.key,
        digest: result.digest, expected: due.expected, expectsForeign: due.expectsForeign,
        format: due.planned.settings.format, width: result.file.width,
        height: result.file.height, size: try result.memory.status().size,
        decodeScale: result.decodeScale)
      return OutputFile(
        staged: staged, folder: folder, name: due.path.name, temporary: temporary,
        written: written)
    } catch let error as SystemError {
      throw ItemFailure(target: error, at: due.path)
    }
  }

  /// The warnings of several outputs, each once.
  private func unique(_ warnings: [Warning]) -> [Warning] {
    var seen: Set<Warning> = []
    return warnings.filter { seen.insert($0).inserted }
  }
}
