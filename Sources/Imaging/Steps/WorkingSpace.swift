import CVips
import Manifest

extension Pipeline {
  /// Brings the numbers into sRGB (or grey), unless the profile stays. A picture without a profile
  /// keeps its numbers.
  static let workingSpace = PipelineStep<SourceDraft>(
    name: "working space", stage: .edit, code: .editFailed,
    failure: "the colours cannot be converted"
  ) { draft in
    let plain = try draft.frames.pictures.map { try $0.inPlainFormat() }
    draft.frames.pictures = plain
    let isCMYK = plain[0].interpretation == VIPS_INTERPRETATION_CMYK
    let data = plain[0].blob("icc-profile-data")
    let profile = data.flatMap(ColorProfile.init)
    var isUsable = false
    if let data {
      isUsable =
        profile != nil && vips_icc_is_compatible_profile(plain[0].image, data, data.count) != 0
      if !isUsable {
        draft.warnings.append(
          Warning(.profileBroken, "the colour profile is damaged or of another kind; left out"))
      }
    }
    guard isUsable || isCMYK else { return }
    let mustStay = profile?.isXYB ?? false
    if isUsable && !isCMYK && (draft.profile == .keep || mustStay) {
      draft.keptProfile = data
      return
    }
    if let profile, isUsable, profile.isSRGB { return }
    do {
      draft.frames.pictures = try plain.map { try $0.inSRGB(embedded: isUsable) }
      if draft.profile == .keep {
        draft.warnings.append(
          Warning(.profileConverted, "CMYK became sRGB"))
      }
    } catch let error as VipsError {
      draft.warnings.append(
        Warning(.profileBroken, "the colour profile cannot be used: \(error.text)"))
      if isCMYK { draft.frames.pictures = try plain.map { try $0.inSRGB(embedded: false) } }
    }
  }
}

extension Picture {
  /// 8 or 16 bits, at most four bands, in a space that ICC profiles or sRGB know.
  fileprivate func inPlainFormat() throws -> Picture {
    let known = [
      VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB16, VIPS_INTERPRETATION_B_W,
      VIPS_INTERPRETATION_GREY16, VIPS_INTERPRETATION_CMYK,
    ]
    var picture = self
    if !known.contains(interpretation) {
      picture = try picture.call("colourspace", [("space", bands < 3 ? "b-w" : "srgb")])
    } else if interpretation != vips_image_get_interpretation(image) {
      picture = try interpreted(as: self)
    }
    let isPlain = picture.format == VIPS_FORMAT_UCHAR || picture.format == VIPS_FORMAT_USHORT
    return isPlain ? picture : try picture.call("cast", [("format", "uchar")])
  }

  /// Converted by the profile within, else by libvips' own for CMYK. Relative colorimetric; ink's
  /// black is compensated, as photo programs do, or it would come out grey.
  fileprivate func inSRGB(embedded: Bool) throws -> Picture {
    let wasGrey =
      interpretation == VIPS_INTERPRETATION_B_W
      || interpretation == VIPS_INTERPRETATION_GREY16
    let isCMYK = interpretation == VIPS_INTERPRETATION_CMYK
    var arguments: [(String, Argument)] = [
      ("output-profile", "srgb"), ("embedded", .flag(embedded)), ("intent", "relative"),
      ("black-point-compensation", .flag(isCMYK)), ("depth", is16Bit ? "16" : "8"),
    ]
    if isCMYK { arguments.append(("input-profile", "cmyk")) }
    let converted = try call("icc_transform", arguments)
    guard wasGrey else { return converted }
    // Grey stays one band; all three are equal.
    let grey = try converted.changingColour { try $0.call("extract_band", [("band", 0)]) }
    return try grey.interpreted(as: self)
  }
}
