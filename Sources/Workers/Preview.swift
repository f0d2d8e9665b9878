public import Files
public import Manifest
import RenderProtocol
public import Storage

/// A display-size result through the same recipe as a final one. Nothing is recorded and no file of
/// a photo is touched.
public struct Preview {
  private let asset: Asset
  private let root: Root
  private let library: Library
  private let renderer: BytePath

  /// - Parameter renderer: the renderer's program.
  public init(_ asset: Asset, in root: Root, _ library: Library, renderer: BytePath) {
    self.asset = asset
    self.root = root
    self.library = library
    self.renderer = renderer
  }

  /// - Parameters:
  ///   - manifest: whose edit is added to what is in force; nil: only that.
  ///   - file: the manifest's own, absolute.
  ///   - size: the longest side in pixels; the picture is not enlarged.
  /// - Returns: the file's bytes in memory.
  public func render(
    _ manifest: JobManifest?, from file: BytePath = "/", size: Int, as format: ImageFormat
  ) throws -> Descriptor {
    let watermarks = Watermarks(folder: file.parent, renderer: renderer)
    let live = try Renditions(library).live(asset: asset.id)
    let source = try Source(
      asset, in: try Folder(root.path), name: asset.path,
      inPlace: live.first { $0.kind == .inPlace })
    try source.checkOurs()
    let head = try Head(asset, source, library)
    let editing = try Editing(
      try request(manifest.map(watermarks.resolved)), head: head.adjustment, tree: head.tree,
      original: source.original.digest
    ) { try head.pin() }
    try watermarks.keep(for: editing.recipe.operations, item: 0, library)
    let settings = OutputSettings(format: format, size: SizeRequest(width: size, height: size))
    let limits = Limits(
      maxPixels: try library.settings().maxPixels ?? Limits.defaultMaxPixels,
      formats: try library.settings().formats ?? Limits.defaultFormats)
    let rendered = try ItemRenderer(
      process: RendererProcess(program: renderer, killSwitch: KillSwitch()), limits: limits,
      budget: MemoryBudget(), deadline: Stopwatch().deadline(milliseconds: 120_000),
      progress: { _ in },
      attachments: { try Watermarks.files(for: $0, library) }
    ).render([
      RenderOrder(
        base: editing.base, operations: editing.recipe.operations, settings: settings)
    ]) { try head.pinned($0)?.file ?? source.base($0, library) }
    return rendered[0].memory
  }

  private func request(_ manifest: JobManifest?) throws -> Editing.Request {
    let section = try manifest.flatMap { manifest in
      try manifest.edit.map {
        Recipe.Section(
          name: manifest.name, series: try Series(library).id(manifest.name, root: root.path),
          operations: $0)
      }
    }
    return Editing.Request(section: section, onto: manifest?.onto ?? .own, again: true)
  }
}
