import Files
import Manifest

/// What a file that no allowed loader knows is, for the message. Only its first bytes are compared.
enum ForeignContent {
  static func failure(for file: Descriptor) throws -> Failure {
    let start = try self.start(of: file)
    if let kind = kinds.first(where: { start.dropFirst($0.offset).starts(with: $0.magic.utf8) }) {
      return blocked(kind.name)
    }
    if start.prefix(12).dropFirst(4).starts(with: "ftyp".utf8) {
      return Failure(.mediaNotSupported, "this is a video, not a photo", stage: .open)
    }
    let text = String(decoding: start, as: UTF8.self)
    if text.contains("<svg") { return blocked("SVG") }
    return Failure(.notAnImage, "the content is that of no known picture format", stage: .open)
  }

  private static func blocked(_ name: String) -> Failure {
    Failure(.formatBlocked, "\(name) is not a photo format that is read here", stage: .open)
  }

  private static func start(of file: Descriptor) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
    return Array(bytes[..<count])
  }

  private static let kinds: [(name: String, offset: Int, magic: String)] = [
    ("PDF", 0, "%PDF"), ("Photoshop PSD", 0, "8BPS"), ("BMP", 0, "BM"), ("OpenEXR", 0, "v/1\u{1}"),
    ("Radiance HDR", 0, "#?RADIANCE"), ("FITS", 0, "SIMPLE  ="), ("JPEG 2000", 4, "jP  "),
    ("PostScript", 0, "%!PS"), ("PPM", 0, "P6"), ("PGM", 0, "P5"),
  ]
}
