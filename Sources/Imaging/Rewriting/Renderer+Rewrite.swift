public import Files
public import Manifest
public import RenderProtocol

extension Renderer {
  /// Copies the file with other metadata into `files[0]`, all else bit for bit.
  /// - Throws: as `inspect`, and WOULD_LOSE, PRIVATE_DATA_LEFT, ENCODE_FAILED.
  public func rewrite(
    source: Descriptor, request: Request.Rewrite, files: [Descriptor]
  ) throws(Failure) -> Rendered {
    guard files.count == 1 else {
      throw Failure(.encodeFailed, "a rewrite needs one file", stage: .open)
    }
    let info = try SourceInfo(source, request.limits)
    let bytes = try failing(.decodeFailed, "the file cannot be read", .open) {
      try source.readAll()
    }
    let result = try MetadataRewriting.rewrite(
      bytes, format: info.loader.format, request.metadata)
    if request.losses == .fail, let loss = result.losses.first {
      throw Failure(
        .wouldLose, "\(loss) would go with the metadata that must",
        hint: "set `losses: warn` to go on without it", stage: .encode)
    }
    try failing(.encodeFailed, "the file cannot be written", .encode) {
      try result.bytes.withUnsafeBytes { try files[0].writeAll($0) }
      // Others are not rewritten.
      if let format = ImageFormat(rawValue: info.loader.format) {
        let rules = MetadataRules(request.metadata, format, keepsPicture: true)
        try Pipeline.checkPrivacy(of: files[0], rules, format)
      }
    }
    let size = info.uprightSize
    return Rendered(
      files: [
        Rendered.File(
          width: size.width, height: size.height,
          warnings: result.losses.map { Warning(.metadata, "\($0) went too") })
      ], decodeScale: 1)
  }
}
