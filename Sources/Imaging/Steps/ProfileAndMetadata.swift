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
    let rules = MetadataRules(draft.settings.metadata)
    for name in origin.fieldNames where rules.keeps(field: name) {
      strip.takeField(name, from: origin)
    }
    if strip.fieldNames.contains(where: { $0.hasPrefix("exif-") }) {
      // Encoders build the block from the single fields, but only PNG's needs one to start from.
      if !strip.hasField("exif-data") { strip.set("exif-data", blob: emptyExif) }
      // Setting the block has spread all its tags again.
      for name in strip.fieldNames where name != "exif-data" && !rules.keeps(field: name) {
        strip.remove(name)
      }
      // The block may still hold the old one.
      strip.set("orientation", 1)
      if draft.settings.profile == .srgb {
        strip.set("exif-ifd2-ColorSpace", "1")
        strip.remove("exif-ifd4-InteroperabilityIndex")
      }
    }
    if let profile { strip.set("icc-profile-data", blob: profile) }
    if let xmp = strip.blob("xmp-data") {
      if XMPPacket.claimsGainMap(xmp) {
        strip.remove("xmp-data")
        draft.warn(
          .gainMap, "the gain map is not carried over; the XMP that describes it is left out")
      } else if let upright = XMPPacket.resettingOrientation(xmp) {
        strip.set("xmp-data", blob: upright)
      }
    } else if let xmp = origin.blob("xmp-data"), XMPPacket.claimsGainMap(xmp) {
      draft.warn(.gainMap, "the gain map is not carried over")
    }
    if frames.pictures.count > 1 {
      for name in ["loop", "delay", "background"] { strip.takeField(name, from: origin) }
      strip.set("page-height", frames.first.height)
      strip.set("n-pages", frames.pictures.count)
    }
    draft.strip = strip
  }
}

/// An EXIF block without a single tag: header, byte order, one empty directory.
let emptyExif = Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
