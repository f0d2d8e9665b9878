import Manifest

/// Which header fields of a source an output may carry. All but `keep` name what stays and not what
/// goes: a field that nobody thought of stays private.
struct MetadataRules {
  private let policy: MetadataPolicy

  init(_ policy: MetadataPolicy) { self.policy = policy }

  func keeps(_ field: String) -> Bool {
    switch policy {
    case .strip: false
    case .private: Self.harmless.contains(field)
    case .keep:
      // The small picture inside shows what the photo was before the edit.
      !Self.settled.contains(field) && !field.hasPrefix("exif-ifd1-")
    }
  }

  /// Fields that betray a place, a person or a device; none may be in a private or stripped output.
  static func isPersonal(_ field: String) -> Bool {
    if ["xmp-data", "iptc-data", "photoshop-data", "jpeg-thumbnail-data"].contains(field) {
      return true
    }
    if field.hasPrefix("exif-ifd3-") || field.hasPrefix("exif-ifd1-") { return true }
    let tag = field.split(separator: "-").last ?? ""
    return field.hasPrefix("exif-")
      && ["MakerNote", "Artist", "UserComment", "CameraOwnerName"].contains(tag)
      || tag.hasSuffix("SerialNumber")
  }

  /// What our own pixels decide.
  private static let settled: Set = [
    "icc-profile-data", "orientation", "exif-ifd0-Orientation", "jpeg-thumbnail-data", "n-pages",
    "page-height", "vips-loader", "vips-sequential", "jpeg-multiscan", "jpeg-chroma-subsample",
    "interlaced", "bits-per-sample", "palette-bit-depth", "heif-bitdepth", "heif-compression",
    "heif-primary", "gif-palette", "loop", "delay", "background", "gif-loop", "gif-delay",
  ]

  private static let harmless = Set(
    ["Make", "Model", "DateTime", "Copyright", "XResolution", "YResolution", "ResolutionUnit"]
      .map { "exif-ifd0-" + $0 }
      + [
        "DateTimeOriginal", "DateTimeDigitized", "SubsecTime", "SubSecTime", "SubSecTimeOriginal",
        "SubSecTimeDigitized", "OffsetTime", "OffsetTimeOriginal", "OffsetTimeDigitized",
        "ExposureTime", "FNumber", "ExposureProgram", "ISOSpeedRatings", "SensitivityType",
        "StandardOutputSensitivity", "RecommendedExposureIndex", "ISOSpeed", "ExifVersion",
        "ShutterSpeedValue", "ApertureValue", "BrightnessValue", "ExposureBiasValue",
        "MaxApertureValue", "SubjectDistance", "MeteringMode", "LightSource", "Flash",
        "FocalLength", "FocalLengthIn35mmFilm", "SensingMethod", "FileSource", "SceneType",
        "CustomRendered", "ExposureMode", "WhiteBalance", "DigitalZoomRatio", "SceneCaptureType",
        "GainControl", "Contrast", "Saturation", "Sharpness", "SubjectDistanceRange",
        "LensMake", "LensModel",
      ].map { "exif-ifd2-" + $0 })
}
