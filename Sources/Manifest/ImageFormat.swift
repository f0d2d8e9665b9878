/// The picture formats that we write. Reading is decided by content, never by name.
public enum ImageFormat: String, Sendable, Codable, CaseIterable, Hashable {
  case jpeg, png, webp, avif, heic, jxl, tiff, gif

  /// The usual extension, which `{format}` in a path becomes.
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .tiff: "tif"
    default: rawValue
    }
  }

  /// The format that an extension (without the dot, in any case) stands for.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
    case "tif", "tiff": self = .tiff
    case "heic", "heif": self = .heic
    case "png": self = .png
    case "webp": self = .webp
    case "avif": self = .avif
    case "jxl": self = .jxl
    case "gif": self = .gif
    default: return nil
    }
  }

  /// The quality used where a manifest says none; nil where the format has no such setting.
  public var defaultQuality: Int? {
    switch self {
    case .jpeg: 90
    case .webp: 80
    case .avif, .heic: 60
    case .jxl: 85
    case .png, .tiff, .gif: nil
    }
  }
}
