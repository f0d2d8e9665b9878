public import Files
import Glibc
import Manifest
import RenderProtocol
public import Storage

/// Rendering what was written once more and holding the pixels against it.
public struct RenderVerification {
  /// Of 255: what other versions of a decoder or encoder may differ by.
  private static let mostMean = 1.0

  private let library: Library
  private let process: RendererProcess
  private let limits: Limits

  /// - Parameter renderer: the renderer's program.
  public init(_ library: Library, renderer: BytePath) throws {
    self.library = library
    process = RendererProcess(program: renderer, killSwitch: KillSwitch())
    let settings = try library.settings()
    limits = Limits(
      maxPixels: settings.maxPixels ?? Limits.defaultMaxPixels,
      formats: settings.formats ?? Limits.defaultFormats)
  }

  /// All live files that would come out otherwise now, or not at all.
  public func findings() throws -> [Verification.Finding] {
    let roots = try Roots(library).all()
    var findings: [Verification.Finding] = []
    var after: Int64 = 0
    while let page = try Optional(Renditions(library).live(after: after)), let last = page.last {
      for rendition in page {
        do {
          guard let message = try difference(rendition, roots) else { continue }
          findings.append(
            Verification.Finding(subject: rendition.path.displayed, message: message))
        } catch {
          let reason =
            (error as? Failure)?.message ?? (error as? ItemFailure)?.failure.message ?? "\(error)"
          findings.append(
            Verification.Finding(
              subject: rendition.path.displayed, message: "cannot be made again: \(reason)"))
        }
      }
      after = last.id
    }
    return findings
  }

  private func difference(_ rendition: Rendition, _ roots: [Root]) throws -> String? {
    guard let asset = try Assets(library).asset(rendition.asset),
      let root = roots.first(where: { $0.id == asset.root }),
      let record = try FileRecords(library).record(rendition.id), let rendering = record.rendering
    else { return nil }
    let inPlace = try Renditions(library).live(asset: asset.id).first { $0.kind == .inPlace }
    let source = Result {
      try Source(asset, in: try Folder(root.path), name: asset.path, inPlace: inPlace)
    }
    let (order, shows) = try Remaking(library: library, source: source).order(
      rendering, isInPlace: rendition.kind == .inPlace)
    guard shows == rendering.shows else { return "shows an original that is lost" }
    let renderer = ItemRenderer(
      process: process, limits: limits, budget: MemoryBudget(),
      deadline: Stopwatch().deadline(milliseconds: 120_000), progress: { _ in },
      // What edits and outputs need is in the library since they were made.
      attachments: { try Watermarks.files(for: $0, library) })
    let made = try renderer.render([order]) { try source.get().base($0, library) }
    if made.first?.digest == rendition.file.digest { return nil }
    let file = try Descriptor.open(rendition.path, O_RDONLY | O_NONBLOCK)
    guard let made = made.first else { return nil }
    let comparison = try renderer.compare(made.memory, file)
    if !comparison.hasSameSize { return "has another size when it is rendered again" }
    guard comparison.mean > Self.mostMean else { return nil }
    let mean = (comparison.mean * 100).rounded() / 100
    return "differs by \(mean) of 255 on average when it is rendered again"
  }
}
