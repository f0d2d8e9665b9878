import Manifest

/// A Gaussian blur; `sigma` 0 changes nothing.
struct Blur: PixelEdit {
  private let operation: Operation

  init(_ operation: Operation) { self.operation = operation }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    let sigma = operation.length("sigma", of: Double(picture.width), scale: scale) ?? 0
    guard sigma > 0 else { return picture }
    return try picture.premultiplied { try $0.blurred(sigma: sigma) }
  }
}

/// Unsharp masking: what a blur takes away is added `amount` times.
struct Sharpen: PixelEdit {
  /// Sharpening shows in the finest detail, which a shrunk decode has not got.
  static let copesWithShrunkDecode = false

  private let sigma: Double
  private let amount: Double

  init(_ operation: Operation) {
    sigma = operation.number("sigma") ?? 1
    amount = operation.number("amount") ?? 1
  }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    guard sigma > 0, amount > 0 else { return picture }
    return try picture.premultiplied { sharp in
      let raised = try sharp.call("linear", [("a", .number(1 + amount)), ("b", 0)])
      let soft = try sharp.blurred(sigma: sigma)
        .call("linear", [("a", .number(amount)), ("b", -0.5)])
      let sum = try runOperation(
        "subtract", [("left", .picture(raised)), ("right", .picture(soft))])!
      // Premultiplied numbers have fractions still, and are rounded when that is undone.
      return try sharp.hasAlpha ? sum.interpreted(as: sharp) : sum.cast(like: sharp)
    }
  }
}

/// Every pixel becomes the middle one of those in a window around it, band by band.
struct Median: PixelEdit {
  /// Specks are gone from a shrunk decode already.
  static let copesWithShrunkDecode = false

  private let size: Double

  init(_ operation: Operation) { size = operation.number("size") ?? 3 }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    let side = min(picture.width, picture.height, Int((size * scale).rounded()))
    guard side > 1 else { return picture }
    return try picture.premultiplied { plain in
      try plain.call(
        "rank",
        [
          ("width", .number(side)), ("height", .number(side)), ("index", .number(side * side / 2)),
        ])
    }
  }
}

/// Large square pixels of `size`, the last ones cut at the edges.
struct Pixelate: PixelEdit {
  static let copesWithShrunkDecode = false

  private let operation: Operation

  init(_ operation: Operation) { self.operation = operation }

  func apply(to picture: Picture, scale: Double) throws -> Picture {
    let longest = max(picture.width, picture.height)
    let length = operation.length("size", of: Double(picture.width), scale: scale) ?? 1
    let side = min(longest, Int(length.rounded()))
    guard side > 1 else { return picture }
    return try picture.premultiplied {
      try $0.call(
        "shrink",
        [("hshrink", .number(side)), ("vshrink", .number(side)), ("ceil", true)])
    }
    .enlarged(by: side).cut(to: Area(left: 0, top: 0, size: picture.size))
  }
}

extension Picture {
  fileprivate func blurred(sigma: Double) throws -> Picture {
    try call("gaussblur", [("sigma", .number(sigma)), ("min-ampl", 0.1)])
  }

  /// Every pixel becomes a square.
  func enlarged(by factor: Int) throws -> Picture {
    try call("zoom", [("xfac", .number(factor)), ("yfac", .number(factor))], input: "input")
  }
}
