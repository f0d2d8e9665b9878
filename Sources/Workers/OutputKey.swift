import Files
import Manifest
import RenderProtocol
import Storage

/// What decides the bytes of an output: equal keys, equal files. The version of libvips is not part
/// of it, so that an upgrade makes nothing anew by itself.
struct OutputKey: Encodable {
  private let pipeline: Int
  private let base: String
  private let operations: [Operation]
  private let settings: OutputSettings
  /// nil: now, which says nothing of the file.
  private let mtime: FileTime?

  static func digest(of order: RenderOrder, mtime: FileTime = .now) -> Digest {
    .of(
      JSON.text(
        OutputKey(
          pipeline: RenderingVersion.current, base: order.base.hex, operations: order.operations,
          settings: order.settings, mtime: mtime == .now ? nil : mtime)))
  }
}
