import Files
import Manifest
import RenderProtocol
import Storage

/// One file to be rendered.
struct RenderOrder {
  /// The bytes that its pixels start from.
  let base: Digest
  let operations: [Operation]
  let settings: OutputSettings
  /// Whether the compressed picture is taken over as it is and only metadata changes.
  var keepsPicture = false
  /// Full-size pixels per decoded one; nil: what suits the files of one photo best.
  var shrink: Int?

}

/// A rendered file in memory that nobody can change any more.
struct RenderedFile {
  let memory: Descriptor
  let digest: Digest
  let size: Int64
  let width: Int
  let height: Int
  let decodeScale: Double
  let warnings: [Warning]
  /// The engine that made it.
  let renderer: String
}

extension Rendering {
  /// The same output made again.
  /// - Parameters:
  ///   - key: nil: as before.
  ///   - file: nil: the bytes of before.
  func showing(_ shows: Shown, key: Digest?, _ file: RenderedFile?) -> Rendering {
    Rendering(
      planned: planned, key: self.shows == shows ? self.key : key ?? self.key, settings: settings,
      width: file?.width ?? width, height: file?.height ?? height,
      decodeScale: file?.decodeScale ?? decodeScale, shows: shows,
      engine: file?.renderer ?? engine)
  }
}

/// One item's dealings with its lane's renderer.
struct ItemRenderer {
  let process: RendererProcess
  let limits: Limits
  let budget: MemoryBudget
  /// On `DispatchTime`'s clock, nanoseconds.
  let deadline: UInt64
  let progress: (Int) -> Void
  /// Gives the files that a request's operations need besides the photo.
  let attachments: (Request.Render) throws -> [Descriptor]

  func inspect(_ source: Descriptor) throws -> SourceHeader {
    let reply = try process.answer(to: .inspect(limits), source: source, deadline: deadline)
    guard case .inspected(let header) = reply else { throw unexpected }
    return header
  }

  /// Renders files, each base and edit decoded once for all of its files.
  /// - Parameter open: gives a base's bytes.
  /// - Returns: in the orders' order.
  func render(
    _ orders: [RenderOrder], open: (Digest) throws -> Descriptor
  ) throws -> [RenderedFile] {
    var files: [Int: RenderedFile] = [:]
    var waiting = Array(orders.indices)
    while let first = waiting.first {
      if orders[first].keepsPicture {
        waiting.removeFirst()
        files[first] = try rewrite(orders[first].settings, try open(orders[first].base))
        continue
      }
      let (base, operations) = (orders[first].base, orders[first].operations)
      let shrink = orders[first].shrink
      let group = waiting.filter {
        !orders[$0].keepsPicture && orders[$0].base == base && orders[$0].operations == operations
          && orders[$0].shrink == shrink
      }
      waiting.removeAll { group.contains($0) }
      let rendered = try render(
        operations, group.map { orders[$0].settings }, shrink: shrink, from: try open(base))
      for (place, file) in zip(group, rendered) { files[place] = file }
    }
    return orders.indices.compactMap { files[$0] }
  }

  private func render(
    _ operations: [Operation], _ settings: [OutputSettings], shrink: Int?,
    from source: Descriptor
  ) throws -> [RenderedFile] {
    let header = try inspect(source)
    let files = try settings.map { _ in try MemoryFile.make() }
    let request = Request.Render(
      limits: limits, operations: operations, outputs: settings, shrink: shrink)
    let waiting = Stopwatch()
    let reply = try budget.whileHolding(header.decodedBytes) {
      // Waiting for others' memory is not this photo's time.
      try process.answer(
        to: .render(request), source: source, files: files + attachments(request),
        deadline: deadline + waiting.nanoseconds, progress: progress)
    }
    return try sealed(files, reply, header)
  }

  /// How far a file's pixels are from another's.
  func compare(_ one: Descriptor, _ other: Descriptor) throws -> Comparison {
    let reply = try process.answer(
      to: .compare(limits), source: one, files: [other], deadline: deadline)
    guard case .compared(let comparison) = reply else { throw unexpected }
    return comparison
  }

  /// A file with other metadata, its picture bit for bit.
  private func rewrite(_ settings: OutputSettings, _ source: Descriptor) throws -> RenderedFile {
    let header = try inspect(source)
    let file = try MemoryFile.make()
    if settings.metadata == .keep {
      // Nothing changes: of whatever format the file is.
      try file.copyAll(of: source)
      let same = Rendered.File(width: header.width, height: header.height, warnings: [])
      return try sealed([file], .rendered(Rendered(files: [same], decodeScale: 1)), header)[0]
    }
    let reply = try process.answer(
      to: .rewrite(
        Request.Rewrite(limits: limits, metadata: settings.metadata, losses: settings.losses)),
      source: source, files: [file], deadline: deadline, progress: progress)
    return try sealed([file], reply, header)[0]
  }

  private func sealed(
    _ files: [Descriptor], _ reply: Reply, _ header: SourceHeader
  ) throws -> [RenderedFile] {
    guard case .rendered(let rendered) = reply, rendered.files.count == files.count else {
      throw unexpected
    }
    return try zip(files, rendered.files).map { memory, file in
      // Only what nobody can change any more is hashed and written.
      try MemoryFile.seal(memory)
      let size = try memory.status().size
      guard size > 0 else {
        throw Failure(.encodeFailed, "the renderer gave an empty file", stage: .encode)
      }
      return RenderedFile(
        memory: memory, digest: try Digest.of(memory), size: size, width: file.width,
        height: file.height, decodeScale: rendered.decodeScale, warnings: file.warnings,
        renderer: header.renderer)
    }
  }

  private var unexpected: Failure {
    Failure(.crashed, "the renderer answered something else than it was asked")
  }
}
