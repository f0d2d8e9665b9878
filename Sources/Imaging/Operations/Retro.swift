import CVips
import Manifest

/// The picture as an old machine would have shown it: few columns, few colours, square pixels of a
/// whole factor within the size. The result has 8 bits a channel.
struct Retro: MeasuredEdit {
  static let copesWithShrunkDecode = false

  private let columns: Int
  /// How many colours a palette made for the picture has; nil for a machine's own.
  private let colorCount: Int?
  /// nil until it is measured.
  private var palette: Palette?
  private let dither: Dither
  private let scanlines: Double

  init(_ operation: Operation) {
    columns = max(1, operation.number("columns").map { Int($0) } ?? 160)
    colorCount = operation.number("palette").map { Int($0) }
    palette = operation.text("palette").flatMap { Palette.named[$0] }
    dither = operation.text("dither").flatMap(Dither.init) ?? .none
    scanlines = operation.number("scanlines") ?? 0
  }

  // MARK: Measuring

  var isSettled: Bool { palette != nil }

  /// Frames that are looked at for the palette of an animation, and the pixels across each.
  private static let sample = (frames: 16, columns: 128)

  func measure(_ frames: Frames) throws -> Measured {
    let step = max(1, frames.pictures.count / Self.sample.frames)
    var pixels: [UInt8] = []
    for index in stride(from: 0, to: frames.pictures.count, by: step) {
      let picture = try frames.pictures[index].in8Bits().inColour().flattened(on: .black)
      let columns = min(columns, Self.sample.columns, picture.width)
      let size = Size(columns, max(1, picture.height * columns / picture.width))
      pixels += try picture.resized(to: size, kernel: .linear).bytes()
    }
    let colors = AdaptivePalette(pixels).colors(colorCount ?? 2)
    return ["colors": .list(colors.map { .number(Double($0)) })]
  }

  mutating func settle(_ measured: Measured) {
    guard case .list(let colors)? = measured["colors"] else { return }
    palette = Palette(
      colors.compactMap { if case .number(let hex) = $0 { UInt32(hex) } else { nil } })
  }

  // MARK: Drawing

  func size(after size: Size) -> Size {
    let (grid, factor) = grid(for: size)
    return Size(grid.width * factor, grid.height * factor)
  }

  func apply(to frames: inout Frames) throws {
    guard let palette else { return }
    let (grid, factor) = grid(for: frames.fullSize)
    frames.fullSize = size(after: frames.fullSize)
    frames.decodeScale = 1
    try frames.change { picture in
      let small = try picture.in8Bits().inColour().resized(to: grid, kernel: .linear)
      let mapped = try small.changingColour { colour in
        var pixels = try colour.bytes()
        dither.map(&pixels, width: grid.width, to: palette)
        return try Picture(pixels: pixels, VIPS_FORMAT_UCHAR, grid, bands: 3)
          .call("copy", [("interpretation", "srgb")])
      }
      return try mapped.enlarged(by: factor).darkeningLines(by: scanlines, every: factor)
    }
  }

  /// Rows are cut, not rounded, so that the whole factor that fits across fits down as well.
  private func grid(for size: Size) -> (Size, factor: Int) {
    let width = min(columns, size.width)
    let height = max(1, size.height * width / size.width)
    return (Size(width, height), max(1, min(size.width / width, size.height / height)))
  }
}

extension Picture {
  /// The top 8 bits of 16.
  func in8Bits() throws -> Picture {
    guard is16Bit else { return self }
    return try call("cast", [("format", "uchar"), ("shift", true)])
      .call("copy", [("interpretation", isGrey ? "b-w" : "srgb")])
  }

  /// Darkens the lower third of every row of square pixels, every second line where they are 1.
  fileprivate func darkeningLines(by strength: Double, every factor: Int) throws -> Picture {
    guard strength > 0 else { return self }
    let period = max(2, factor)
    let dark = max(1, period / 3)
    let column = (0..<height).map { UInt8($0 % period >= period - dark ? 255 : 0) }
    let mask = try Picture(pixels: column, VIPS_FORMAT_UCHAR, Size(1, height), bands: 1)
      .repeated(to: size)
    return try changingColour { colour in
      let darker = try colour.call("linear", [("a", .number(1 - strength)), ("b", 0.5)])
        .cast(like: colour)
      return try runOperation(
        "ifthenelse",
        [("cond", .picture(mask)), ("in1", .picture(darker)), ("in2", .picture(colour))])!
    }
  }
}
