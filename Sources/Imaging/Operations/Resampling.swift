import CVips
import Manifest

extension Picture {
  /// Exactly this size, whatever the rounding of a shrunk decode was.
  /// - Parameter linear: whether light is mixed, or sRGB's numbers.
  func resized(
    to size: Size, kernel: SizeRequest.Kernel, linear: Bool = false
  ) throws -> Picture {
    guard size != self.size else { return self }
    if linear && kernel != .nearest {
      return try inLinearLight { try $0.scaled(to: size, kernel) }
    }
    return try premultiplied(unless: kernel == .nearest) { try $0.scaled(to: size, kernel) }
  }

  private func scaled(to size: Size, _ kernel: SizeRequest.Kernel) throws -> Picture {
    try call(
      "resize",
      [
        ("scale", .number(Double(size.width) / Double(width))),
        ("vscale", .number(Double(size.height) / Double(height))),
        ("kernel", .text(kernel.rawValue)),
      ])
  }

  /// Runs an operation that mixes neighbours, so that the colour of clear pixels does not bleed
  /// into others.
  func premultiplied(
    unless isPointless: Bool = false, _ body: (Picture) throws -> Picture
  ) throws -> Picture {
    guard hasAlpha && !isPointless else { return try body(self) }
    return try body(call("premultiply")).call("unpremultiply").rounded(like: self)
  }

  /// Numbers with fractions back to the depth of another picture. Casting alone would cut them off.
  func rounded(like other: Picture) throws -> Picture {
    try call("linear", [("a", 1), ("b", 0.5)]).cast(like: other)
  }

  /// Fractions are cut off, numbers out of range become the nearest within.
  func cast(like other: Picture) throws -> Picture {
    try call("cast", [("format", other.is16Bit ? "ushort" : "uchar")])
      .interpreted(as: other)
  }

  /// The same numbers, said to be of another picture's colour space.
  func interpreted(as other: Picture) throws -> Picture {
    let name = vips_enum_nick(vips_interpretation_get_type(), Int32(other.interpretation.rawValue))
    return try call("copy", [("interpretation", .text(String(cString: name!)))])
  }

  /// Changes the colours and leaves the alpha as it is.
  func changingColour(_ body: (Picture) throws -> Picture) throws -> Picture {
    guard hasAlpha else { return try body(self) }
    let colour = try body(call("extract_band", [("band", 0), ("n", .number(colourBands))]))
    let alpha = try call("extract_band", [("band", .number(colourBands))])
    return try runOperation("bandjoin", [("in", .pictures([colour, alpha]))])!
  }

  /// Grey as three equal bands; colours as they are.
  func inColour() throws -> Picture {
    guard isGrey else { return self }
    return try changingColour { grey in
      try runOperation("bandjoin", [("in", .pictures([grey, grey, grey]))])!
        .call("copy", [("interpretation", is16Bit ? "rgb16" : "srgb")])
    }
  }
}
