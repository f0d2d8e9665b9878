import Manifest

extension Pipeline {
  /// Decodes the pixels once, into memory, for all outputs: a sequential decoder can be read only
  /// once, and what is wrong with the file shows here and nowhere later.
  static let open = PipelineStep<SourceDraft>(
    name: "open", stage: .decode, code: .decodeFailed,
    failure: "the picture cannot be decoded"
  ) {
    draft in
    let info = draft.info
    let opened = try info.loader.open(
      draft.file, shrink: draft.shrink, allPages: draft.isAnimated)
    draft.progress.follow(opened)
    let decoded = try opened.inMemory()
    // libvips' HEIF loader ties the profile's bytes to its own image, which ends here.
    for name in opened.fieldNames where name.hasSuffix("-data") {
      if let bytes = opened.blob(name) { decoded.set(name, blob: bytes) }
    }
    draft.progress.finishPart()
    draft.frames = Frames(
      pictures: draft.isAnimated ? try decoded.frames() : [decoded],
      fullSize: info.header.size, decodeScale: 1 / Double(draft.shrink))
  }
}

extension Picture {
  /// The pages that lie below each other in this picture.
  fileprivate func frames() throws -> [Picture] {
    let frameHeight = integer("page-height") ?? height
    return try (0..<height / frameHeight).map {
      try cut(to: Area(left: 0, top: $0 * frameHeight, size: Size(width, frameHeight)))
    }
  }
}
