import CVips

/// Between sRGB's numbers and amounts of light, both 0…1.
/// Source: IEC 61966-2-1, as in https://www.w3.org/TR/css-color-4/#color-conversion-code
enum LinearLight {
  static func decoded(_ number: Double) -> Double {
    number <= 0.04045 ? number / 12.92 : pow((number + 0.055) / 1.055, 2.4)
  }

  static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}

extension Picture {
  /// Runs an operation that mixes neighbours on amounts of light in place of sRGB's numbers.
  func inLinearLight(_ body: (Picture) throws -> Picture) throws -> Picture {
    let amounts = (0...Int(white)).map { number in
      Float(LinearLight.decoded(Double(number) / white) * white)
    }
    let table = try Picture(
      pixels: amounts, VIPS_FORMAT_FLOAT, Size(amounts.count, 1), bands: 1)
    let light = try changingColour {
      try $0.call("maplut", [("lut", .picture(table))]).interpreted(as: $0)
    }
    let mixed =
      try hasAlpha ? body(light.call("premultiply")).call("unpremultiply") : body(light)
    return try mixed.changingColour { try $0.encodingLight(white: white) }.rounded(like: self)
  }

  /// `LinearLight.encoded` for numbers with fractions up to `white`.
  private func encodingLight(white: Double) throws -> Picture {
    let isDark = try call(
      "relational_const", [("relational", "lesseq"), ("c", .number(0.0031308 * white))])
    let dark = try call("linear", [("a", 12.92), ("b", 0)])
    let bright = try call("linear", [("a", .number(1 / white)), ("b", 0)])
      .call("math2_const", [("math2", "pow"), ("c", .number(1 / 2.4))])
      .call("linear", [("a", .number(1.055 * white)), ("b", .number(-0.055 * white))])
    return try runOperation(
      "ifthenelse",
      [("cond", .picture(isDark)), ("in1", .picture(dark)), ("in2", .picture(bright))])!
      .interpreted(as: self)
  }
}
