import CVips

/// A libvips image: pixels, or a recipe for pixels that is evaluated when somebody needs them.
/// Never changed once made, except for the header fields of one that nobody else has yet.
final class Picture {
  let image: UnsafeMutablePointer<VipsImage>

  /// Takes over a reference.
  init(owning image: UnsafeMutablePointer<VipsImage>) { self.image = image }
  deinit { g_object_unref(image) }

  var width: Int { Int(vips_image_get_width(image)) }
  var height: Int { Int(vips_image_get_height(image)) }
  var bands: Int { Int(vips_image_get_bands(image)) }
  var size: Size { Size(width, height) }
  var format: VipsBandFormat { vips_image_get_format(image) }
  var interpretation: VipsInterpretation { vips_image_guess_interpretation(image) }
  var hasAlpha: Bool { vips_image_hasalpha(image) != 0 }
  var colourBands: Int { bands - (hasAlpha ? 1 : 0) }
  /// One band of lightness, with or without alpha.
  var isGrey: Bool { colourBands == 1 }
  var is16Bit: Bool { format == VIPS_FORMAT_USHORT }
  /// What white is: 255 or 65535.
  var white: Double { is16Bit ? 65535 : 255 }

  /// This picture evaluated, all of it in memory.
  func inMemory() throws -> Picture {
    guard let copy = vips_image_copy_memory(image) else { throw VipsError() }
    return Picture(owning: copy)
  }

  /// The pixels are there already and cost nothing to read.
  var isInMemory: Bool { image.pointee.dtype == VIPS_IMAGE_SETBUF }

  /// A picture of its own whose fields may be changed.
  func copy() throws -> Picture { try call("copy") }

  /// All pixels, rows one after the other.
  func bytes() throws -> [UInt8] {
    var count = 0
    guard let pixels = vips_image_write_to_memory(image, &count) else { throw VipsError() }
    defer { g_free(pixels) }
    return Array(UnsafeRawBufferPointer(start: pixels, count: count))
  }

  /// A picture of numbers of `format`, rows one after the other.
  convenience init<Number: BitwiseCopyable>(
    pixels: [Number], _ format: VipsBandFormat, _ size: Size, bands: Int
  ) throws {
    let image = pixels.withUnsafeBytes {
      vips_image_new_from_memory_copy(
        $0.baseAddress, $0.count, Int32(size.width), Int32(size.height), Int32(bands), format)
    }
    guard let image else { throw VipsError() }
    self.init(owning: image)
  }
}
