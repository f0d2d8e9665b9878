public import Files
public import Manifest
public import RenderProtocol

/// Reads headers and renders outputs. One request at a time.
public struct Renderer {
  /// libvips' version and that of our pipeline.
  public static var version: String { "\(Vips.version), pipeline \(RenderingVersion.current)" }

  public init() { Vips.start() }

  /// What the source's header tells; no pixels are decoded.
  /// - Throws: EMPTY_FILE, NOT_AN_IMAGE, FORMAT_BLOCKED, MEDIA_NOT_SUPPORTED, TOO_LARGE,
  ///   DECODE_FAILED.
  public func inspect(source: Descriptor, limits: Limits) throws(Failure) -> SourceHeader {
    try SourceInfo(source, limits).reply
  }

  /// Renders all outputs from one decode into `files`, one empty file per output.
  /// - Parameter attachments: in the order of the request's.
  /// - Parameter progress: gets percent, rising, at most ten times a second.
  /// - Throws: as `inspect`, and EMPTY_CROP, EDIT_FAILED, ENCODE_FAILED, PRIVATE_DATA_LEFT.
  public func render(
    source: Descriptor, request: Request.Render, files: [Descriptor],
    attachments: [Descriptor] = [], progress: @escaping (Int) -> Void
  ) throws(Failure) -> Rendered {
    let outputs = request.outputs
    guard files.count == outputs.count else {
      throw Failure(.encodeFailed, "\(outputs.count) outputs need as many files", stage: .open)
    }
    let attachments = Attachments(request, attachments)
    let info = try SourceInfo(source, request.limits)
    let isAnimated =
      info.loader.isAnimated && info.pages > 1 && outputs.contains { $0.format.isAnimated }
    try info.checkSize(pages: isAnimated ? info.pages : 1, request.limits)
    var edits = try PictureEdits.make(
      request.operations, attachments, measured: request.measured)
    let progress = ProgressMeter(parts: outputs.count + 1, progress)
    func decoded(shrink: Int) throws(Failure) -> SourceDraft {
      var draft = SourceDraft(
        file: source, info: info, shrink: shrink, isAnimated: isAnimated, progress: progress)
      for step in Pipeline.decode { try step(&draft) }
      return draft
    }

    var measured = edits.indices.map {
      $0 < request.measured.count ? request.measured[$0] : nil
    }
    var copy: SourceDraft?
    let goesOn = try outputs.measureAnything()
    if goesOn || edits.contains(where: \.isUnsettled) {
      copy = try decoded(shrink: Measuring.shrink(for: info, edits))
      try measure(&copy!, &edits, &measured, goesOn: goesOn)
    }
    let shrink = try failing(.editFailed, "the sizes cannot be worked out", .edit) {
      try request.shrink ?? ShrinkOnLoad.factor(for: info, edits, outputs)
    }
    // Decoding takes longer than making a picture smaller.
    var draft =
      if let copy, copy.shrink <= shrink { copy } else { try decoded(shrink: shrink) }
    draft.edits = edits
    draft.measuring = goesOn ? copy?.measuring : nil

    let source = try failing(.decodeFailed, "the metadata cannot be read", .decode) {
      try MetadataBlocks(draft.frames.first, source, info.loader)
    }
    var results = [Rendered.File?](repeating: nil, count: outputs.count)
    for profile in ProfilePolicy.allCases {
      // The largest first: smaller ones are made from it.
      let indices = outputs.indices.filter { outputs[$0].profile == profile }
        .sorted { area(of: outputs[$0]) > area(of: outputs[$1]) }
      guard !indices.isEmpty else { continue }
      var edited = draft
      edited.profile = profile
      edited.isShared = indices.count > 1
      for step in Pipeline.edit { try step(&edited) }
      let scaled = ScaledPictures(edited.frames, isShared: edited.isShared)
      for index in indices {
        results[index] = try output(
          outputs[index], files[index], edited, scaled, attachments, draft, source)
        draft.progress.finishPart()
      }
    }
    return Rendered(
      files: results.compactMap { $0 }, decodeScale: 1 / Double(draft.shrink), measured: measured)
  }

  /// Settles what no earlier render has, on a copy of the decoded picture.
  /// - Parameter measured: what each operation took from the picture, earlier and then now.
  private func measure(
    _ draft: inout SourceDraft, _ edits: inout [any PictureEdit], _ measured: inout [Measured?],
    goesOn: Bool
  ) throws(Failure) {
    // In one space, whatever the outputs keep.
    var copy = draft
    try Pipeline.workingSpace(&copy)
    let settled = try failing(.editFailed, "the picture cannot be measured", .edit) {
      var measuring = try Measuring(copy.frames, for: edits)
      var settled = edits
      let taken = try measuring.settle(&settled, goesOn: goesOn)
      return (settled, measuring, taken)
    }
    edits = settled.0
    draft.measuring = settled.1
    for (index, taken) in settled.2.enumerated() where taken != nil { measured[index] = taken }
  }

  private func area(of output: OutputSettings) -> Int {
    guard let size = output.size else { return .max }
    return (size.width ?? size.height ?? 1) * (size.height ?? size.width ?? 1)
  }

  private func output(
    _ settings: OutputSettings, _ file: Descriptor, _ edited: SourceDraft,
    _ scaled: ScaledPictures, _ attachments: Attachments, _ oriented: SourceDraft,
    _ source: MetadataBlocks
  ) throws(Failure) -> Rendered.File {
    var draft = OutputDraft(
      settings: settings, file: file, origin: oriented.frames.first, source: source,
      keptProfile: edited.keptProfile, edited: scaled,
      attachments: attachments, hasPalette: edited.edits.contains { $0 is Retro },
      measuring: edited.measuring,
      frames: edited.frames, warnings: edited.warnings)
    if !settings.format.isAnimated || !edited.isAnimated {
      draft.frames.pictures = [edited.frames.first]
      if edited.info.pages > 1 {
        draft.warn(.frames, "only the first of \(edited.info.pages) frames or pages was used")
      }
    }
    for step in Pipeline.output { try step(&draft) }
    let size = draft.frames.first.size
    return Rendered.File(width: size.width, height: size.height, warnings: draft.warnings)
  }
}

extension ImageFormat {
  /// Can a file hold frames that move?
  fileprivate var isAnimated: Bool { self == .gif || self == .webp }
}
