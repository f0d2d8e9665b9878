public import Manifest

/// What a lane asks of its renderer. The source travels with every request as its first descriptor,
/// read-only; a render brings one empty memory file per output behind it, in order, and then
/// one file per attachment.
public enum Request: Sendable, Codable, Equatable {
  /// Read the header only.
  case inspect(Limits)
  case render(Render)
  /// Draw words to a picture with alpha. The one file that comes along is not a source, but empty.
  /// Never asked of a renderer that sees photos: it reads fonts.
  case draw(text: String)

  public struct Render: Sendable, Codable, Equatable {
    public var limits: Limits
    /// The asset's whole edit, in order.
    public var operations: [Operation]
    /// What an earlier render of the same edit and base took from the picture, one entry per
    /// operation; what is not here is measured.
    public var measured: [[String: Operation.Value]?]
    public var outputs: [OutputSettings]

    public init(
      limits: Limits, operations: [Operation], measured: [[String: Operation.Value]?] = [],
      outputs: [OutputSettings]
    ) {
      self.limits = limits
      self.operations = operations
      self.measured = measured
      self.outputs = outputs
    }
  }
}

extension Request.Render {
  /// SHA-256 of the files that operations need besides the source, each once, in hexadecimal.
  public var attachments: [String] {
    var seen: Set<String> = []
    return (operations + outputs.flatMap(\.finish)).compactMap(\.attachment)
      .filter { seen.insert($0).inserted }
  }
}

/// What a source may be.
public struct Limits: Sendable, Codable, Equatable {
  /// Width × height × pages at most.
  public var maxPixels: Int
  /// Names as libvips' loaders have them: jpeg png webp gif tiff heif jxl.
  public var formats: [String]

  public static let defaultMaxPixels = 268_402_689
  public static let defaultFormats = ["jpeg", "png", "webp", "gif", "tiff", "heif", "jxl"]

  public init(maxPixels: Int = defaultMaxPixels, formats: [String] = defaultFormats) {
    self.maxPixels = maxPixels
    self.formats = formats
  }
}

/// What a renderer answers. A render is answered by any number of `progress` and one of the others.
public enum Reply: Sendable, Codable, Equatable {
  case inspected(SourceHeader)
  /// Percent of the work, rising.
  case progress(Int)
  case rendered(Rendered)
  case drawn
  case failed(Failure)
}

/// What a source's header tells.
public struct SourceHeader: Sendable, Codable, Equatable {
  /// As in `Limits.formats`.
  public var format: String
  /// Upright: after the orientation tag.
  public var width: Int
  public var height: Int
  /// Frames or pages.
  public var pages: Int
  public var hasAlpha: Bool
  /// Bytes that decoding it whole takes at most.
  public var decodedBytes: Int
  /// As EXIF has it: "2024:05:01 10:20:30".
  public var taken: String?
  /// Who would render it: "libvips 8.14.1, pipeline 1".
  public var renderer: String

  public init(
    format: String, width: Int, height: Int, pages: Int, hasAlpha: Bool, decodedBytes: Int,
    taken: String? = nil, renderer: String
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.pages = pages
    self.hasAlpha = hasAlpha
    self.decodedBytes = decodedBytes
    self.taken = taken
    self.renderer = renderer
  }
}

public struct Rendered: Sendable, Codable, Equatable {
  public struct File: Sendable, Codable, Equatable {
    /// Of one frame, real numbers and not those asked for.
    public var width: Int
    public var height: Int
    public var warnings: [Warning]

    public init(width: Int, height: Int, warnings: [Warning]) {
      self.width = width
      self.height = height
      self.warnings = warnings
    }
  }

  /// In the order of the request's outputs.
  public var files: [File]
  /// Decoded pixels per full-size pixel, 1 unless the decoder shrank the picture.
  public var decodeScale: Double
  /// What operations of the edit took from the picture, one entry per operation, nil for those that
  /// take nothing. Given back with the next request they make every later render agree with this.
  public var measured: [[String: Operation.Value]?]

  public init(
    files: [File], decodeScale: Double, measured: [[String: Operation.Value]?] = []
  ) {
    self.files = files
    self.decodeScale = decodeScale
    self.measured = measured
  }
}
