import CVips
import Files
import Manifest

extension Pipeline {
  /// Writes the file into its memory.
  static let encode = PipelineStep<OutputDraft>(
    name: "encode", stage: .encode, code: .encodeFailed,
    failure: "the picture cannot be encoded"
  ) { draft in
    var strip = draft.strip!
    let format = draft.settings.format
    if strip.is16Bit && ![.png, .tiff, .jxl].contains(format) {
      strip = try strip.in8Bits()
      draft.warn(.depth, "16 bits a channel became 8")
    }
    if strip.hasAlpha && format == .jpeg {
      strip = try strip.flattened(on: draft.settings.background)
      draft.warn(.alpha, "clear areas were filled with the background")
    }
    guard let target = vips_target_new_to_descriptor(draft.file.raw) else { throw VipsError() }
    defer { g_object_unref(target) }
    let encoder = Encoder(draft.settings)
    try runOperation(
      encoder.name,
      [("in", .picture(strip)), ("target", .object(target))] + encoder.arguments
        + [("strip", .flag(!strip.hasMetadata))])
  }
}

extension Picture {
  /// Without any, an encoder is told to write no empty blocks of it.
  fileprivate var hasMetadata: Bool {
    fieldNames.contains { $0.hasPrefix("exif-") || $0.hasSuffix("-data") || $0.contains("comment") }
  }
}
