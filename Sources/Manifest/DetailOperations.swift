extension OperationTable {
  static let detail: [OperationSpec] = [
    OperationSpec(
      "sharpen", "Makes edges clearer", shorthand: "amount",
      example: "sharpen: {sigma: 1.2, amount: 0.6}",
      [
        Parameter("sigma", .number(0.1...100), default: 1, "Pixels that an edge spreads over"),
        Parameter("amount", .share, default: 0.5, "Strength"),
      ]),
    OperationSpec(
      "blur", "Softens the picture", shorthand: "sigma", example: "blur: 4",
      [Parameter("sigma", .number(0.1...1000), isRequired: true, "Pixels of the Gaussian")]),
    OperationSpec(
      "median", "Takes specks away", shorthand: "size", example: "median: 3",
      [Parameter("size", .integer(3...31), default: 3, "Side of the window")]),
  ]

  static let decoration: [OperationSpec] = [
    OperationSpec(
      "vignette", "Darkens the corners", shorthand: "strength",
      example: "vignette: 0.4",
      [
        Parameter("strength", .share, default: 0.5, "Strength"),
        Parameter(
          "radius", .share, default: 0.75, "Where it begins, as a share of the half diagonal"),
      ]),
    OperationSpec(
      "pixelate", "Makes large square pixels", shorthand: "size", example: "pixelate: 16",
      [Parameter("size", .positiveLength, isRequired: true, "Side of a square")]),
    OperationSpec(
      "retro", "Draws the picture as an old computer would",
      example: "retro: {columns: 160, palette: gameboy, dither: bayer4}",
      [
        Parameter("columns", .integer(8...4096), default: 160, "Pixels in a row"),
        Parameter(
          "palette", .oneOf([.word(retroPalettes), .integer(2...256)]), default: "gameboy",
          "A machine's colours, or so many colours of the picture's own"),
        Parameter(
          "dither", .word(["none", "bayer2", "bayer4", "bayer8", "floyd-steinberg"]),
          default: "none",
          "How tones between are mixed"),
        Parameter("scanlines", .share, default: 0, "Darkness of the lines between rows"),
      ]),
    OperationSpec(
      "watermark", "Lays an image or a text over the picture",
      example: "watermark: {image: logo.png, gravity: south-east, scale: 0.15}",
      forms: [
        .init(
          [Parameter("image", .text("a file"), isRequired: true, "A file beside the manifest")]
            + mark(scale: nil, "Its width as a share of the picture's; left out, as it is")),
        .init(
          [Parameter("text", .text("a text"), isRequired: true, "The words, white with a shadow")]
            + mark(scale: 0.25, "Its width as a share of the picture's")),
      ]),
  ]

  private static let retroPalettes = ["gameboy", "nes", "cga", "ega", "c64", "pico8", "zx"]

  private static func mark(scale: Operation.Value?, _ meaning: String) -> [Parameter] {
    [
      Parameter(
        "gravity", .word(Gravity.allCases.filter { $0.position != nil }.map(\.rawValue)),
        default: "south-east", "Where it lies"),
      Parameter(
        "margin", .length(0...1_000_000), default: 0,
        "Distance from the edges, or between repetitions, a share of the shorter side"),
      Parameter("opacity", .share, default: 1, "0 is clear"),
      Parameter("scale", .number(0.001...1), default: scale, meaning),
      Parameter("tile", .flag, default: false, "Whether it is repeated all over the picture"),
    ]
  }
}
