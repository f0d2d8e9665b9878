import CVips
public import Files
public import Manifest

extension Renderer {
  /// Draws words to a PNG with alpha: white with a soft shadow, to be read on any ground. Fonts are
  /// those that fontconfig finds; nothing in the text has a meaning of its own.
  /// - Parameter file: an empty file.
  /// - Throws: EDIT_FAILED.
  public func draw(text: String, into file: Descriptor) throws(Failure) {
    try failing(.editFailed, "the text \"\(text)\" cannot be drawn", .edit) {
      let letters = try Picture.letters(text)
      guard let target = vips_target_new_to_descriptor(file.raw) else { throw VipsError() }
      defer { g_object_unref(target) }
      try runOperation(
        "pngsave_target",
        [("in", .picture(try letters.withShadow())), ("target", .object(target)), ("strip", true)])
    }
  }
}

extension Picture {
  /// Pixels of a letter's height, more than any watermark needs.
  private static let letterSize = 96

  /// One band, 255 within letters.
  fileprivate static func letters(_ text: String) throws -> Picture {
    // Pango reads markup.
    let plain = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")].reduce(text) {
      $0.replacing($1.0, with: $1.1)
    }
    return try runOperation(
      "text", [("text", .text(plain)), ("font", .text("sans bold \(letterSize)"))])!
  }

  /// White over black that is spread around and faded.
  fileprivate func withShadow() throws -> Picture {
    let spread = Self.letterSize / 12
    let letters = try placed(
      Placement(
        left: 2 * spread, top: 2 * spread,
        canvas: Size(width + 4 * spread, height + 4 * spread)), .black)
    let shadow = try letters.call("gaussblur", [("sigma", .number(Double(spread) / 2))])
      .call("linear", [("a", .number(1.2)), ("b", 0)]).call("cast", [("format", "uchar")])
    // What letters leave of the shadow.
    let rest = try runOperation(
      "multiply",
      [
        ("left", .picture(letters.call("linear", [("a", .number(-1 / 255.0)), ("b", 1)]))),
        ("right", .picture(shadow.call("linear", [("a", 0.6), ("b", 0)]))),
      ])!
    let alpha = try runOperation("add", [("left", .picture(letters)), ("right", .picture(rest))])!
    return try runOperation("bandjoin", [("in", .pictures([letters, alpha]))])!
      .call("copy", [("interpretation", "b-w")])
      .call("unpremultiply", [("max-alpha", 255)])
      .call("linear", [("a", 1), ("b", 0.5)]).call("cast", [("format", "uchar")])
      .call("copy", [("interpretation", "b-w")])
  }
}
