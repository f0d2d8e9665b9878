import Manifest

struct Size: Hashable {
  var width, height: Int

  init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  var pixels: Int { width * height }
  var turned: Size { Size(height, width) }

  /// Both sides rounded half up, at least 1.
  init(rounding width: Double, _ height: Double) {
    func side(_ length: Double) -> Int { max(1, Int((length + 0.5).rounded(.down))) }
    self.init(side(width), side(height))
  }
}

/// An area of a picture, in pixels from its top left corner.
struct Area: Hashable {
  var left, top: Int
  var size: Size
}

/// What a size request makes of a picture: it is scaled, then cut or padded.
struct ResizePlan: Equatable {
  var scaled: Size
  /// Where `cover` cuts and `contain` pads; nil if neither.
  var canvas: Size?
  /// The request wanted more pixels than there are and may not enlarge.
  var isCapped: Bool

  var result: Size { canvas ?? scaled }

  /// - Parameter size: of the edited picture at full size.
  init(_ size: Size, _ request: SizeRequest) {
    let width = Double(size.width)
    let height = Double(size.height)
    let across = request.width.map { Double($0) / width }
    let down = request.height.map { Double($0) / height }
    func capped(_ factor: Double) -> Double { request.enlarge ? factor : min(1, factor) }

    if request.fit == .fill, let across, let down {
      scaled = Size(rounding: width * capped(across), height * capped(down))
      isCapped = !request.enlarge && max(across, down) > 1
      return
    }
    let factors = [across, down].compactMap { $0 }
    let wanted: Double =
      switch request.fit {
      case .outside, .cover: factors.max() ?? 1
      case .inside, .contain, .fill: factors.min() ?? 1
      }
    let factor = capped(wanted)
    isCapped = factor < wanted
    scaled = Size(rounding: width * factor, height * factor)
    guard let boxWidth = request.width, let boxHeight = request.height else { return }
    switch request.fit {
    case .cover: canvas = Size(min(boxWidth, scaled.width), min(boxHeight, scaled.height))
    case .contain: canvas = Size(boxWidth, boxHeight)
    case .inside, .outside, .fill: break
    }
  }
}
