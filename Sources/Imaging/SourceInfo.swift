import CVips
import Files
import Manifest
import RenderProtocol

/// What a source's header tells; its pixels are not touched.
struct SourceInfo {
  let loader: Loader
  /// Of one page, after the orientation tag.
  let uprightSize: Size
  let pages: Int
  let header: Picture
  let details: SourceDetails

  init(_ file: Descriptor, _ limits: Limits) throws(Failure) {
    let loader = try failing(.decodeFailed, "the file cannot be read", .open) {
      try Loader.recognize(file, limits)
    }
    let header = try failing(
      .decodeFailed, "the \(loader.format) header cannot be read", .inspect
    ) { try loader.open(file) }
    self.loader = loader
    self.header = header
    details = try failing(.decodeFailed, "the file cannot be read", .inspect) {
      try SourceDetails(file, loader.format, header)
    }
    pages = header.integer("n-pages") ?? 1
    let turns = !loader.turnsUpright && (5...8).contains(header.integer("orientation") ?? 1)
    uprightSize = turns ? header.size.turned : header.size
    try checkSize(pages: 1, limits)
  }

  /// Can the decoder leave out detail?
  var canShrink: Bool { loader.canShrink && pages == 1 }

  /// - Throws: TOO_LARGE, before any pixel is decoded.
  func checkSize(pages: Int, _ limits: Limits) throws(Failure) {
    let pixels = uprightSize.pixels * pages
    guard pixels > limits.maxPixels else { return }
    let frames = pages > 1 ? " with \(pages) frames" : ""
    throw Failure(
      .tooLarge,
      "\(uprightSize.width)x\(uprightSize.height)\(frames) is \(pixels) pixels, "
        + "\(limits.maxPixels) are allowed",
      hint: "max-pixels in library.yaml sets the limit", stage: .inspect)
  }

  var reply: SourceHeader {
    SourceHeader(
      format: loader.format, width: uprightSize.width, height: uprightSize.height, pages: pages,
      hasAlpha: header.hasAlpha,
      decodedBytes: uprightSize.pixels * header.bands * Int(vips_format_sizeof(header.format))
        * (loader.isAnimated ? pages : 1),
      imageFormat: details.imageFormat, subsampling: details.subsampling,
      isLossless: details.isLossless, bits: details.bits, hasGainMap: details.hasGainMap,
      // libvips appends the field's type and length.
      taken: header.text("exif-ifd2-DateTimeOriginal").map { String($0.prefix(19)) },
      renderer: Renderer.version)
  }
}
