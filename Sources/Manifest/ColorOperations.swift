extension OperationTable {
  static let color: [OperationSpec] = [
    OperationSpec("grayscale", "Takes the colours away", example: "grayscale"),
    OperationSpec("invert", "Makes a negative", example: "invert"),
    OperationSpec(
      "hue", "Turns the colours", shorthand: "angle", example: "hue: 30",
      [
        Parameter(
          "angle", .number(-360...360), isRequired: true,
          "Degrees; 120 turns red to green, and green to blue")
      ]),
    OperationSpec(
      "temperature", "Warms or cools the light the photo seems taken in", shorthand: "kelvin",
      example: "temperature: 5200",
      [
        Parameter(
          "kelvin", .number(2000...12000), isRequired: true,
          "6500 changes nothing, less is warmer, more cooler")
      ]),
    OperationSpec(
      "sepia", "Browns the picture like an old print", shorthand: "amount", example: "sepia: 0.8",
      [Parameter("amount", .share, default: 1, "Strength")]),
    OperationSpec(
      "tint", "Colours the picture in one hue", shorthand: "color",
      example: "tint: \"#704214\"",
      [Parameter("color", .opaqueColor, isRequired: true, "The colour")]),
    OperationSpec(
      "duotone", "Prints the tones between two colours",
      example: "duotone: {dark: navy, light: \"#ffe0c0\"}",
      [
        Parameter("dark", .opaqueColor, isRequired: true, "The colour of shadows"),
        Parameter("light", .opaqueColor, isRequired: true, "The colour of lights"),
      ]),
  ]
}
