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

  static func digest(base: Digest, operations: [Operation], settings: OutputSettings) -> Digest {
    .of(
      JSON.text(
        OutputKey(
          pipeline: RenderingVersion.current, base: base.hex, operations: operations,
          settings: settings)))
  }
}
