import Files
import Manifest
import RenderProtocol

extension Pipeline {
  /// Opens what was written and looks for what must not be in it: encoders have their own ideas.
  static let readBack = PipelineStep<OutputDraft>(
    name: "read back", stage: .encode, code: .encodeFailed,
    failure: "the encoded picture cannot be read back"
  ) { draft in
    try checkPrivacy(of: draft.file, draft.rules, draft.settings.format)
  }

  /// - Throws: PRIVATE_DATA_LEFT.
  static func checkPrivacy(
    of file: Descriptor, _ rules: MetadataRules, _ format: ImageFormat
  ) throws {
    guard rules.removesAnything else { return }
    let written = try Loader.recognize(file, Limits()).open(file)
    guard let leak = try rules.leak(in: written) ?? rules.leak(in: file, format) else { return }
    throw Failure(
      .privateDataLeft, "the \(format.rawValue) file would still hold \(leak)", stage: .encode)
  }
}

/// Two readers see more than one: libvips does not tell of all that files of a format may hold.
extension MetadataRules {
  fileprivate func leak(in file: Descriptor, _ format: ImageFormat) throws -> String? {
    switch format {
    case .jpeg: return try JPEGContainer(file.readAll()).flatMap { leak(in: $0.blocks) }
    case .png: return try PNGContainer(file.readAll()).flatMap { leak(in: $0.blocks) }
    case .webp: return try WebPContainer(file.readAll()).flatMap { leak(in: $0.blocks) }
    case .jxl:
      return try JXLContainer(file.readAll()).flatMap {
        $0.hasClosedBox ? "a closed box" : leak(in: $0.blocks)
      }
    case .tiff: return try TIFFFile(file).flatMap { leak(in: try $0.blocks()) }
    case .avif, .heic: return try HEIFContainer(file.readAll()).flatMap { leak(in: $0.blocks) }
    case .gif:
      return XMPPacket.packets(in: try file.readAll()).contains { isLeak(xmp: $0) } ? "XMP" : nil
    }
  }

  private func leak(in blocks: MetadataBlocks) -> String? {
    if let exif = blocks.exif.flatMap({ ExifBlock($0) }), let leak = leak(in: .init(exif)) {
      return leak
    }
    if let xmp = blocks.xmp, isLeak(xmp: xmp) { return "XMP" }
    if let photoshop = blocks.photoshop, isLeak(photoshop: photoshop) { return "IPTC" }
    return nil
  }

  private func leak(in exif: ExifDirectories) -> String? {
    for (directory, values) in exif.values {
      for number in values.keys {
        let tag = ExifBlock.Tag(directory, number)
        if !ExifTags.known.contains(tag) && !keeps(tag) {
          return "EXIF's tag \(number) of its \(directory) directory"
        }
      }
    }
    return nil
  }
}
