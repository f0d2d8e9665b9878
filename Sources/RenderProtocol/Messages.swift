public import Manifest

/// What a lane asks of its renderer. The source travels with every request as its first descriptor,
/// read-only; a render brings one empty memory file per output behind it, in order, and then
/// one file per attachment.
public enum Request: Sendable, Codable, Equatable {
  /// Read the header only.
  case inspect(Limits)
  case render(Render)
  /// Copy the file with other metadata into the one memory file; all else stays bit for bit: the
  /// compressed picture, its orientation tag and its profile. JPEG, PNG and WebP only.
  case rewrite(Rewrite)
  /// Hold the source's pixels against those of the file behind it.
  case compare(Limits)
  /// Draw words to a picture with alpha. The one file that comes along is not a source, but empty.
  /// Never asked of a renderer that sees photos: it reads fonts.
  case draw(text: String)
  /// Say what you are. The file that comes along is not looked at.
  case introduceYourself

  public struct Render: Sendable, Codable, Equatable {
    public var limits: Limits
    /// The asset's whole edit, in order.
    public var operations: [Operation]
    /// What an earlier render of the same edit and base took from the picture, one entry per
    /// operation; what is not here is measured.
    public var measured: [[String: Operation.Value]?]
    public var outputs: [OutputSettings]
    /// Full-size pixels per decoded one, as when files are made again; nil: what suits them best.
    public var shrink: Int?

    public init(
      limits: Limits, operations: [Operation], measured: [[String: Operation.Value]?] = [],
      outputs: [OutputSettings], shrink: Int? = nil
    ) {
      self.limits = limits
      self.operations = operations
      self.measured = measured
      self.outputs = outputs
      self.shrink = shrink
    }
  }

  public struct Rewrite: Sendable, Codable, Equatable {
    public var limits: Limits
    public var metadata: MetadataPolicy
    public var losses: LossPolicy

    public init(limits: Limits, metadata: MetadataPolicy, losses: LossPolicy = .fail) {
      self.limits = limits
      self.metadata = metadata
      self.losses = losses
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

/// What a renderer answers. A render is answered by any number of `progress` and one of the others, a
/// rewrite as a render with one output.
public enum Reply: Sendable, Codable, Equatable {
  case inspected(SourceHeader)
  /// Percent of the work, rising.
  case progress(Int)
  case rendered(Rendered)
  case compared(Comparison)
  case drawn
  /// As `SourceHeader.renderer`.
  case introduced(String)
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
  /// The format that we would write it in again; nil if we write none such.
  public var imageFormat: ImageFormat?
  /// nil where colours have no resolution of their own, or nobody knows.
  public var subsampling: Encoding.Subsampling?
  /// Its coding keeps every pixel.
  public var isLossless: Bool
  /// Per channel: 1, 2, 4, 8, 10, 12, 16.
  public var bits: Int
  /// Ultra HDR, which only a file that nobody encodes again keeps.
  public var hasGainMap: Bool
  /// Bytes that decoding it whole takes at most.
  public var decodedBytes: Int
  /// As EXIF has it: "2024:05:01 10:20:30".
  public var taken: String?
  /// Who would render it: "libvips 8.14.1, pipeline 1".
  public var renderer: String

  public init(
    format: String, width: Int, height: Int, pages: Int, hasAlpha: Bool, decodedBytes: Int,
    imageFormat: ImageFormat? = nil, subsampling: Encoding.Subsampling? = nil,
    isLossless: Bool = false, bits: Int = 8, hasGainMap: Bool = false, taken: String? = nil,
    renderer: String
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.pages = pages
    self.hasAlpha = hasAlpha
    self.imageFormat = imageFormat
    self.subsampling = subsampling
    self.isLossless = isLossless
    self.bits = bits
    self.hasGainMap = hasGainMap
    self.decodedBytes = decodedBytes
    self.taken = taken
    self.renderer = renderer
  }
}

/// How far two pictures differ.
public struct Comparison: Sendable, Codable, Equatable {
  /// False: the rest says nothing.
  public var hasSameSize: Bool
  /// Of any channel of any pixel, 0…255.
  public var largest: Double
  /// Over all of them, 0…255.
  public var mean: Double

  public init(hasSameSize: Bool, largest: Double = 0, mean: Double = 0) {
    self.hasSameSize = hasSameSize
    self.largest = largest
    self.mean = mean
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
