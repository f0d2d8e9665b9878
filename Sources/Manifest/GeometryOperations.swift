extension OperationTable {
  static let geometry: [OperationSpec] = [
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

  private static let gravity = Kind.words(Gravity.self)
  private static let measured = Availability.exceptFor(["attention", "entropy"])
  private static let side = Kind.integer(1...65535)
}
