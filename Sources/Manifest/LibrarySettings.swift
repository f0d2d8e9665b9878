public import Files

/// What `library.yaml` sets for all jobs of a library. A job may lower it.
public struct LibrarySettings: Sendable, Hashable {
  /// Width × height × frames at most; nil: the default.
  public var maxPixels: Int?
  /// Formats that are read, as libvips' loaders are named; nil: all that are safe.
  public var formats: [String]?
  /// Days that ended jobs are kept; nil: the default.
  public var keepJobs: Int?

  public init(maxPixels: Int? = nil, formats: [String]? = nil, keepJobs: Int? = nil) {
    self.maxPixels = maxPixels
    self.formats = formats
    self.keepJobs = keepJobs
  }

  private static let formats = ["jpeg", "png", "webp", "gif", "tiff", "heif", "jxl"]

  /// Every key, for parsing and for the README.
  public static let parameters = [
    Parameter(
      "max-pixels", .integer(1...10_000_000_000),
      default: 268_402_689, "The most pixels of a photo, all its frames together"),
    Parameter(
      "formats",
      .list(
        .word(formats), count: 1...formats.count),
      default: .list(formats.map { .text($0) }),
      "Formats that are read; heif stands for HEIC and AVIF"),
    Parameter(
      "keep-jobs", .integer(1...100_000), default: 365,
      "Days that a worker keeps jobs after their end"),
  ]

  /// An empty text sets nothing.
  /// - Throws: all mistakes at once.
  public static func parse(
    _ bytes: [UInt8], file: BytePath
  ) throws(ManifestErrors) -> LibrarySettings {
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0a || $0 == 0x0d }) { return LibrarySettings() }
    let reading = Reading(file: file.displayed)
    let root = try YAMLReader.read(bytes, reading)
    let fields = reading.fields(root, parameters, of: "library.yaml")
    try reading.throwProblems()
    var settings = LibrarySettings(
      maxPixels: fields?.number("max-pixels"), keepJobs: fields?.number("keep-jobs"))
    if case .list(let words)? = fields?.values["formats"] {
      settings.formats = words.compactMap { if case .text(let word) = $0 { word } else { nil } }
    }
    return settings
  }
}
