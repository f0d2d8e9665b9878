import Manifest

extension Pipeline {
  /// Joins the frames and gives the result the header fields that its policies allow, and no
  /// others.
  static let metadata = PipelineStep<OutputDraft>(
    name: "profile and metadata", stage: .encode, code: .encodeFailed,
    failure: "the metadata cannot be written"
  ) { draft in
    let frames = draft.frames
    let format = draft.settings.format
    var strip = frames.first
    if frames.pictures.count > 1 {
      strip = try runOperation(
        "arrayjoin", [("in", .pictures(frames.pictures)), ("across", 1)])!
    }
    // A profile of colours does not fit grey numbers.
    var profile = format == .gif ? nil : draft.keptProfile
    // Nor does one of grey fit the colours that an edit has brought.
    if profile.flatMap(ColorProfile.init)?.space == "GRAY", !strip.isGrey {
      profile = nil
      draft.warn(.profileConverted, "the grey profile does not fit the coloured picture; left out")
    }
    if profile.flatMap(ColorProfile.init)?.space == "RGB " { strip = try strip.inColour() }
    strip = try strip.copy()

    let origin = draft.origin
    for name in strip.fieldNames { strip.remove(name) }
    for name in origin.fieldNames where draft.rules.keeps(field: name) {
      strip.takeField(name, from: origin)
    }
    if let profile { strip.set("icc-profile-data", blob: profile) }
    try draft.settleBlocks()
    strip.takeBlocks(draft.blocks, as: format)
    if frames.pictures.count > 1 {
      for name in ["loop", "delay", "background"] { strip.takeField(name, from: origin) }
      strip.set("page-height", frames.first.height)
      strip.set("n-pages", frames.pictures.count)
    }
    draft.strip = strip
  }

  /// Where the encoder has written the picture alone.
  static let embed = PipelineStep<OutputDraft>(
    name: "embed metadata", stage: .encode, code: .encodeFailed,
    failure: "the metadata cannot be written"
  ) { draft in
    // Encoders add EXIF to a profile.
    guard draft.strip?.fieldNames.isEmpty == false || !draft.blocks.kinds.isEmpty else { return }
    try draft.blocks.embed(in: draft.file, draft.rules, draft.settings.format)
  }
}

extension OutputDraft {
  var rules: MetadataRules { MetadataRules(settings.metadata, settings.format) }

  /// Works out what of the source's metadata the file gets.
  fileprivate mutating func settleBlocks() throws {
    if let xmp = source.xmp, XMPPacket.claimsGainMap(xmp) {
      warn(.gainMap, "the gain map is not carried over")
    }
    var edit = MetadataEdit(rules)
    blocks = try edit.applyToRendered(
      source, size: frames.first.size, isSRGB: settings.profile == .srgb)
    let left = blocks.leaveOut(for: settings.format)
    // Who lets only the harmless stay does not count on it.
    let losses = edit.losses.map { "\($0) went too" } + (rules.isStrict ? [] : left)
    if !losses.isEmpty { warn(.metadata, losses.joined(separator: "; ")) }
  }
}

extension Picture {
  /// What an encoder writes by itself. Other files get their blocks when they are encoded.
  fileprivate func takeBlocks(_ blocks: MetadataBlocks, as format: ImageFormat) {
    guard format == .avif || format == .heic else { return }
    if let xmp = blocks.xmp { set("xmp-data", blob: xmp) }
    if let exif = blocks.exif { set("exif-data", blob: Array("Exif\0\0".utf8) + exif) }
  }
}
