/// The colours that a picture may have.
struct Palette: Sendable {
  struct Entry: Sendable {
    let red, green, blue: Int

    init(_ hex: UInt32) {
      (red, green, blue) = (Int(hex >> 16), Int(hex >> 8 & 255), Int(hex & 255))
    }

    func write(to pixels: inout UnsafeMutableBufferPointer<UInt8>, at start: Int) {
      pixels[start] = UInt8(red)
      pixels[start + 1] = UInt8(green)
      pixels[start + 2] = UInt8(blue)
    }
  }

  let colors: [Entry]
  /// What each colour stands for: itself, or an even step of grey where the machine had one hue.
  let targets: [Entry]
  /// How far neighbouring targets lie apart, of 255; the reach of ordered dithering.
  let spread: Double

  init(_ hex: [UInt32], isRamp: Bool = false) {
    colors = hex.map(Entry.init)
    let last = UInt32(hex.count - 1)
    targets = isRamp ? (0...last).map { Entry($0 * 255 / last * 0x01_0101) } : colors
    spread = isRamp ? 255 / Double(last) : 255 / max(1, Double(hex.count).squareRoot() - 0.5)
  }

  /// The index of the nearest target; red and blue count less, as eyes see them.
  func nearest(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    var best = 0
    var least = Int.max
    for index in targets.indices {
      let target = targets[index]
      let (r, g, b) = (red - target.red, green - target.green, blue - target.blue)
      let distance = 3 * r * r + 6 * g * g + b * b
      if distance < least { (best, least) = (index, distance) }
    }
    return best
  }

  static let named: [String: Palette] = [
    "gameboy": Palette([0x0f380f, 0x306230, 0x8bac0f, 0x9bbc0f], isRamp: true),
    "cga": Palette([0x000000, 0x55ffff, 0xff55ff, 0xffffff]),
    "ega": Palette([
      0x000000, 0x0000aa, 0x00aa00, 0x00aaaa, 0xaa0000, 0xaa00aa, 0xaa5500, 0xaaaaaa,
      0x555555, 0x5555ff, 0x55ff55, 0x55ffff, 0xff5555, 0xff55ff, 0xffff55, 0xffffff,
    ]),
    "c64": Palette([
      0x000000, 0xffffff, 0x68372b, 0x70a4b2, 0x6f3d86, 0x588d43, 0x352879, 0xb8c76f,
      0x6f4f25, 0x433900, 0x9a6759, 0x444444, 0x6c6c6c, 0x9ad284, 0x6c5eb5, 0x959595,
    ]),
    "pico8": Palette([
      0x000000, 0x1d2b53, 0x7e2553, 0x008751, 0xab5236, 0x5f574f, 0xc2c3c7, 0xfff1e8,
      0xff004d, 0xffa300, 0xffec27, 0x00e436, 0x29adff, 0x83769c, 0xff77a8, 0xffccaa,
    ]),
    "zx": Palette([
      0x000000, 0x0000d7, 0xd70000, 0xd700d7, 0x00d700, 0x00d7d7, 0xd7d700, 0xd7d7d7,
      0x0000ff, 0xff0000, 0xff00ff, 0x00ff00, 0x00ffff, 0xffff00, 0xffffff,
    ]),
    "nes": Palette([
      0x7c7c7c, 0x0000fc, 0x0000bc, 0x4428bc, 0x940084, 0xa80020, 0xa81000, 0x881400,
      0x503000, 0x007800, 0x006800, 0x005800, 0x004058, 0x000000, 0xbcbcbc, 0x0078f8,
      0x0058f8, 0x6844fc, 0xd800cc, 0xe40058, 0xf83800, 0xe45c10, 0xac7c00, 0x00b800,
      0x00a800, 0x00a844, 0x008888, 0xf8f8f8, 0x3cbcfc, 0x6888fc, 0x9878f8, 0xf878f8,
      0xf85898, 0xf87858, 0xfca044, 0xf8b800, 0xb8f818, 0x58d854, 0x58f898, 0x00e8d8,
      0x787878, 0xfcfcfc, 0xa4e4fc, 0xb8b8f8, 0xd8b8f8, 0xf8b8f8, 0xf8a4c0, 0xf0d0b0,
      0xfce0a8, 0xf8d878, 0xd8f878, 0xb8f8b8, 0xb8f8d8, 0x00fcfc, 0xf8d8f8,
    ]),
  ]
}
