/// Everything that decides the bytes of one output file, defaults filled in. It is what a renderer is
/// asked for, and part of the key that says whether a file on disk is up to date.
public struct OutputSettings: Sendable, Codable, Hashable {
  public var format: ImageFormat
  /// nil: as large as the edited picture.
  public var size: SizeRequest?
  /// For this output only, after its resize, in its pixels.
  public var finish: [Operation]
  public var encoding: Encoding
  /// What stands behind clear pixels where the format or the picture has none left.
  public var background: Color
  public var metadata: MetadataPolicy
  public var profile: ProfilePolicy
  public var losses: LossPolicy

  public init(
    format: ImageFormat, size: SizeRequest? = nil, finish: [Operation] = [],
    encoding: Encoding = Encoding(), background: Color = .white,
    metadata: MetadataPolicy = .private, profile: ProfilePolicy = .srgb,
    losses: LossPolicy = .warn
  ) {
    self.format = format
    self.size = size
    self.finish = finish
    self.encoding = encoding
    self.background = background
    self.metadata = metadata
    self.profile = profile
    self.losses = losses
  }
}

/// How pixels become a file. nil leaves a setting to the format's default.
public struct Encoding: Sendable, Codable, Hashable {
  public enum Subsampling: String, Sendable, Codable, CaseIterable {
    case on = "4:2:0"
    case off = "4:4:4"
  }

  /// 1…100
  public var quality: Int?
  /// 0 (fastest) … 9 (smallest)
  public var effort: Int?
  public var progressive: Bool
  public var lossless: Bool
  public var subsampling: Subsampling
  /// PNG with a palette of at most this many colours (2…256).
  public var palette: Int?

  public init(
    quality: Int? = nil, effort: Int? = nil, progressive: Bool = false, lossless: Bool = false,
    subsampling: Subsampling = .on, palette: Int? = nil
  ) {
    self.quality = quality
    self.effort = effort
    self.progressive = progressive
    self.lossless = lossless
    self.subsampling = subsampling
    self.palette = palette
  }
}

/// The size that an output asks for. At least one side is given.
public struct SizeRequest: Sendable, Codable, Hashable {
  public var width: Int?
  public var height: Int?
  public var fit: Fit
  /// Which part stays when `fit` cuts, and where the picture lies when it pads.
  public var gravity: Gravity
  /// May the result be larger than the source?
  public var enlarge: Bool
  public var kernel: Kernel
  /// Is light mixed, or sRGB's numbers?
  public var linear: Bool

  public init(
    width: Int? = nil, height: Int? = nil, fit: Fit = .inside, gravity: Gravity = .centre,
    enlarge: Bool = false, kernel: Kernel = .lanczos3, linear: Bool = false
  ) {
    self.width = width
    self.height = height
    self.fit = fit
    self.gravity = gravity
    self.enlarge = enlarge
    self.kernel = kernel
    self.linear = linear
  }

  public enum Fit: String, Sendable, Codable, CaseIterable {
    /// As large as fits into the box, proportions kept.
    case inside
    /// As small as still covers the box, proportions kept, nothing cut.
    case outside
    /// Covers the box, what stands over is cut.
    case cover
    /// Fits into the box, the rest filled with the background.
    case contain
    /// Exactly the box, proportions given up.
    case fill
  }

  public enum Kernel: String, Sendable, Codable, CaseIterable {
    case nearest, linear, cubic, mitchell, lanczos2, lanczos3
  }
}

public enum Gravity: String, Sendable, Codable, CaseIterable {
  case centre, north, east, south, west
  case northEast = "north-east"
  case southEast = "south-east"
  case southWest = "south-west"
  case northWest = "north-west"
  case attention, entropy

  /// Where spare room goes: 0 all after the picture (it lies left or at the top), 0.5 both sides,
  /// 1 all before it. nil for the gravities that are measured from the picture.
  public var position: (x: Double, y: Double)? {
    switch self {
    case .centre: (0.5, 0.5)
    case .north: (0.5, 0)
    case .east: (1, 0.5)
    case .south: (0.5, 1)
    case .west: (0, 0.5)
    case .northEast: (1, 0)
    case .southEast: (1, 1)
    case .southWest: (0, 1)
    case .northWest: (0, 0)
    case .attention, .entropy: nil
    }
  }
}

/// An sRGB colour, each part 0…255.
public struct Color: Sendable, Codable, Hashable {
  public var red, green, blue, alpha: UInt8

  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  public static let white = Color(255, 255, 255)
}

public enum ProfilePolicy: String, Sendable, Codable, CaseIterable {
  /// Converted to sRGB, no profile embedded.
  case srgb
  case keep
}

/// What happens when an output cannot hold all that its source has.
public enum LossPolicy: String, Sendable, Codable, CaseIterable {
  case warn, fail
}
