/// All operations. Parsing, schema, `ops` and the reference come from this table.
public enum OperationTable {
  public static let all: [OperationSpec] = geometry + tone + color + detail + decoration

  public static func find(_ name: String) -> OperationSpec? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static let gravity = Kind.words(Gravity.self)
  private static let measured = Availability.exceptFor(["attention", "entropy"])
  private static let side = Kind.integer(1...65535)

  private static let geometry: [OperationSpec] = [
    OperationSpec(
      "crop", "Keeps a part of the picture", example: "crop: {aspect: \"3:2\", gravity: north}",
      forms: [
        .init([
          Parameter("x", .length(-1_000_000...1_000_000), default: 0, "Left edge"),
          Parameter("y", .length(-1_000_000...1_000_000), default: 0, "Top edge"),
          Parameter("width", .positiveLength, isRequired: true, "Width of the part"),
          Parameter("height", .positiveLength, isRequired: true, "Height of the part"),
        ]),
        .init([
          Parameter("aspect", .ratio, isRequired: true, "Width to height, as large as fits"),
          Parameter("gravity", gravity, default: "centre", when: measured, "Which part stays"),
        ]),
        .init(
          when: .later,
          [
            Parameter("area", .size, isRequired: true, "A phone's viewport"),
            Parameter(
              "fit", .word(["width", "none"]), default: "none", "How the picture lies in it"),
            Parameter(
              "zoom",
              .mapping([
                Parameter("by", .number(0.01...100), isRequired: true, "The factor"),
                Parameter("at", .list(.anyNumber, count: 2...2), "The point that stays"),
              ]), "Enlarges the picture in the viewport"),
            Parameter("pan", .list(.anyNumber, count: 2...2), "Moves it, right and down"),
          ]),
      ]),
    OperationSpec(
      "trim", "Cuts away a border of one colour", shorthand: "threshold", when: .later,
      example: "trim: 10",
      [
        Parameter("threshold", .number(0...255), default: 10, "How far a colour may differ"),
        Parameter("background", .color, "The border's colour; left out, the corner's"),
      ]),
    OperationSpec(
      "rotate", "Turns the picture clockwise", shorthand: "angle", example: "rotate: 90",
      [
        Parameter(
          "angle", .number(-36000...36000), isRequired: true, when: .onlyForMultiples(of: 90),
          "Degrees clockwise"),
        Parameter("crop", .flag, default: true, "Whether to cut the empty corners away"),
        Parameter("background", .color, default: "white", "What fills empty corners"),
      ]),
    OperationSpec(
      "flip", "Mirrors the picture", shorthand: "direction", example: "flip: horizontal",
      [
        Parameter(
          "direction", .word(["horizontal", "vertical"]), isRequired: true,
          "horizontal swaps left and right")
      ]),
    OperationSpec(
      "resize", "Changes the size, as an output's sizes do", example: "resize: {width: 1600}",
      [
        Parameter("width", side, "Pixels"),
        Parameter("height", side, "Pixels"),
        Parameter("box", .box, "Both sides: 1024, or \"800x600\""),
        Parameter(
          "fit", .words(SizeRequest.Fit.self), default: "inside", "How the picture meets the box"),
        Parameter("gravity", gravity, default: "centre", when: measured, "Which part stays"),
        Parameter("enlarge", .flag, default: false, "Whether small photos are enlarged"),
        Parameter("kernel", .words(SizeRequest.Kernel.self), default: "lanczos3", "The resampling"),
        Parameter(
          "linear", .flag, default: false, when: .exceptFor([true]), "Whether in linear light"),
        Parameter(
          "background", .color, default: "white", "What fills the rest where fit is contain"),
      ]),
    OperationSpec(
      "pad", "Adds room around the picture", shorthand: "all", when: .later,
      example: "pad: {all: 20, color: white}",
      forms: [
        .init([
          Parameter("all", .length(0...1_000_000), isRequired: true, "Room on every side"),
          Parameter("color", .color, default: "white", "The room's colour"),
        ]),
        .init(
          ["top", "right", "bottom", "left"].map {
            Parameter($0, .length(0...1_000_000), default: 0, "Room at the \($0)")
          } + [Parameter("color", .color, default: "white", "The room's colour")]),
      ]),
    OperationSpec(
      "border", "Draws a frame around the picture", shorthand: "width", when: .later,
      example: "border: {width: 12, color: white}",
      [
        Parameter("width", .positiveLength, isRequired: true, "The frame's width"),
        Parameter("color", .color, default: "white", "The frame's colour"),
      ]),
    OperationSpec(
      "flatten", "Puts a colour behind clear pixels", shorthand: "color", when: .later,
      example: "flatten: white", [Parameter("color", .color, default: "white", "The colour")]),
    OperationSpec(
      "round-corners", "Makes the corners clear and round", shorthand: "radius", when: .later,
      example: "round-corners: 24",
      [Parameter("radius", .positiveLength, isRequired: true, "The corners' radius")]),
  ]

  private static func amount(
    _ name: String, _ summary: String, _ range: ClosedRange<Double> = -1...1,
    when availability: Availability = .now, example: String, _ meaning: String
  ) -> OperationSpec {
    OperationSpec(
      name, summary, shorthand: "amount", when: availability, example: example,
      [Parameter("amount", .number(range), isRequired: true, meaning)])
  }

  private static let tone: [OperationSpec] = [
    amount(
      "brightness", "Makes the picture lighter or darker", example: "brightness: 0.1",
      "0 changes nothing"),
    amount(
      "contrast", "Spreads or narrows the tones", example: "contrast: 0.2", "0 changes nothing"),
    amount(
      "saturation", "Makes colours stronger or weaker", example: "saturation: -0.3",
      "0 changes nothing, -1 leaves none"),
    amount(
      "exposure", "Changes the light", -5...5, when: .later, example: "exposure: 0.7",
      "Stops; 0 changes nothing"),
    OperationSpec(
      "gamma", "Bends the tones by a power", shorthand: "gamma", when: .later,
      example: "gamma: 1.2",
      [Parameter("gamma", .number(0.1...10), isRequired: true, "Above 1 lightens")]),
    OperationSpec(
      "levels", "Sets the darkest and the lightest tone", when: .later,
      example: "levels: {black: 0.02, white: 0.98}",
      [
        Parameter("black", .share, default: 0, "What becomes black"),
        Parameter("white", .share, default: 1, "What becomes white"),
        Parameter("gamma", .number(0.1...10), default: 1, "The tones between"),
      ]),
    OperationSpec(
      "curves", "Bends the tones through points", shorthand: "points", when: .later,
      example: "curves: [[0, 0], [0.25, 0.2], [0.75, 0.8], [1, 1]]",
      [
        Parameter(
          "points", .list(.list(.share, count: 2...2), count: 2...16), isRequired: true,
          "Pairs of tone before and tone after")
      ]),
    OperationSpec(
      "normalize", "Stretches the tones to the whole range", when: .later, example: "normalize"),
    OperationSpec(
      "clahe", "Evens out contrast in parts of the picture", when: .later,
      example: "clahe: {tile: 64, limit: 3}",
      [
        Parameter("tile", .positiveLength, default: 64, "Side of a part"),
        Parameter(
          "limit", .number(0...100), default: 3, "The most contrast is raised; 0 for no limit"),
      ]),
    OperationSpec(
      "threshold", "Makes every pixel black or white", shorthand: "level", when: .later,
      example: "threshold: 0.5", [Parameter("level", .share, default: 0.5, "From here on white")]),
    OperationSpec(
      "posterize", "Leaves few tones", shorthand: "levels", when: .later, example: "posterize: 4",
      [Parameter("levels", .integer(2...64), isRequired: true, "Tones per channel")]),
  ]

  private static let color: [OperationSpec] = [
    OperationSpec("grayscale", "Takes the colours away", example: "grayscale"),
    OperationSpec("invert", "Makes a negative", when: .later, example: "invert"),
    OperationSpec(
      "hue", "Turns the colours", shorthand: "angle", when: .later, example: "hue: 30",
      [Parameter("angle", .number(-360...360), isRequired: true, "Degrees")]),
    OperationSpec(
      "temperature", "Warms or cools the light", shorthand: "kelvin", when: .later,
      example: "temperature: 5200",
      [Parameter("kelvin", .number(2000...12000), isRequired: true, "6500 changes nothing")]),
    OperationSpec(
      "sepia", "Browns the picture like an old print", shorthand: "amount", example: "sepia: 0.8",
      [Parameter("amount", .share, default: 1, "Strength")]),
    OperationSpec(
      "tint", "Colours the picture in one hue", shorthand: "color", when: .later,
      example: "tint: \"#704214\"", [Parameter("color", .color, isRequired: true, "The colour")]),
    OperationSpec(
      "duotone", "Prints the tones between two colours", when: .later,
      example: "duotone: {dark: navy, light: \"#ffe0c0\"}",
      [
        Parameter("dark", .color, isRequired: true, "The colour of shadows"),
        Parameter("light", .color, isRequired: true, "The colour of lights"),
      ]),
  ]

  private static let detail: [OperationSpec] = [
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
      "median", "Takes specks away", shorthand: "size", when: .later, example: "median: 3",
      [Parameter("size", .integer(3...31), default: 3, "Side of the window")]),
  ]

  private static let decoration: [OperationSpec] = [
    OperationSpec(
      "vignette", "Darkens the corners", shorthand: "strength", when: .later,
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
          when: .onlyFor(retroPalettes.map { .text($0) }),
          "A machine's colours, or a number of colours"),
        Parameter(
          "dither", .word(["none", "bayer2", "bayer4", "bayer8", "floyd-steinberg"]),
          default: "none",
          "How tones between are mixed"),
        Parameter("scanlines", .share, default: 0, "Darkness of the lines between rows"),
      ]),
    OperationSpec(
      "watermark", "Lays an image or a text over the picture", when: .later,
      example: "watermark: {image: logo.png, gravity: south-east, scale: 0.15}",
      forms: [
        .init(
          [Parameter("image", .text("a file"), isRequired: true, "Beside the manifest")] + mark),
        .init([Parameter("text", .text("a text"), isRequired: true, "The words")] + mark),
      ]),
  ]

  private static let retroPalettes = ["gameboy", "nes", "cga", "ega", "c64", "pico8", "zx"]

  private static let mark = [
    Parameter(
      "gravity", .word(Gravity.allCases.filter { $0.position != nil }.map(\.rawValue)),
      default: "south-east", "Where it lies"),
    Parameter("margin", .length(0...1_000_000), default: 0, "Distance from the edges"),
    Parameter("opacity", .share, default: 1, "0 is clear"),
    Parameter("scale", .share, "Its width as a share of the picture's; left out, as it is"),
    Parameter("tile", .flag, default: false, "Whether it is repeated"),
  ]
}
