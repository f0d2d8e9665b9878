extension OperationTable {
  static let color: [OperationSpec] = [
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
}
