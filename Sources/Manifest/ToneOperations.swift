extension OperationTable {
  static let tone: [OperationSpec] = [
    amount(
      "brightness", "Makes the picture lighter or darker", example: "brightness: 0.1",
      "0 changes nothing"),
    amount(
      "contrast", "Spreads or narrows the tones", example: "contrast: 0.2", "0 changes nothing"),
    amount(
      "saturation", "Makes colours stronger or weaker", example: "saturation: -0.3",
      "0 changes nothing, -1 leaves none"),
    amount(
      "exposure", "Changes the light", -5...5, example: "exposure: 0.7",
      "Stops; 0 changes nothing"),
    OperationSpec(
      "gamma", "Bends the tones by a power", shorthand: "gamma",
      example: "gamma: 1.2",
      [Parameter("gamma", .number(0.1...10), isRequired: true, "Above 1 lightens")]),
    OperationSpec(
      "levels", "Sets the darkest and the lightest tone",
      example: "levels: {black: 0.02, white: 0.98}",
      [
        Parameter("black", .share, default: 0, "What becomes black"),
        Parameter("white", .share, default: 1, "What becomes white"),
        Parameter("gamma", .number(0.1...10), default: 1, "The tones between"),
      ]),
    OperationSpec(
      "curves", "Bends the tones through points", shorthand: "points",
      example: "curves: [[0, 0], [0.25, 0.2], [0.75, 0.8], [1, 1]]",
      [
        Parameter(
          "points", .list(.list(.share, count: 2...2), count: 2...16), isRequired: true,
          "Pairs of tone before and tone after")
      ]),
    OperationSpec(
      "normalize", "Stretches the tones to the whole range", example: "normalize"),
    OperationSpec(
      "clahe", "Evens out contrast in parts of the picture",
      example: "clahe: {tile: 64, limit: 3}",
      [
        Parameter("tile", .positiveLength, default: 64, "Side of a part"),
        Parameter(
          "limit", .number(0...100), default: 3, "The most contrast is raised; 0 for no limit"),
      ]),
    OperationSpec(
      "threshold", "Makes every pixel black or white", shorthand: "level",
      example: "threshold: 0.5", [Parameter("level", .share, default: 0.5, "From here on white")]),
    OperationSpec(
      "posterize", "Leaves few tones", shorthand: "levels", example: "posterize: 4",
      [Parameter("levels", .integer(2...64), isRequired: true, "Tones per channel")]),
  ]

  private static func amount(
    _ name: String, _ summary: String, _ range: ClosedRange<Double> = -1...1,
    example: String, _ meaning: String
  ) -> OperationSpec {
    OperationSpec(
      name, summary, shorthand: "amount", example: example,
      [Parameter("amount", .number(range), isRequired: true, meaning)])
  }
}
