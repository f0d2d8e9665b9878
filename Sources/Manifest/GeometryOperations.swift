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
          Parameter("gravity", gravity, default: "centre", "Which part stays"),
        ]),
        .init([
          Parameter("area", .size, isRequired: true, "A phone's viewport, which stays as it is"),
          Parameter(
            "fit", .word(["width", "none"]), default: "none",
            "First the picture is made as wide as the viewport, or left as it is"),
          Parameter(
            "zoom",
            .mapping([
              Parameter("by", .number(0.01...100), isRequired: true, "The factor"),
              Parameter("at", .list(.anyNumber, count: 2...2), "The point that stays"),
            ]),
            "Then it is enlarged around a point of the viewport, or its middle"),
          Parameter(
            "pan", .list(.anyNumber, count: 2...2), "Then it is moved by pixels, right and down"),
        ]),
      ]),
    OperationSpec(
      "trim", "Cuts away a border of one colour", shorthand: "threshold",
      example: "trim: 10",
      [
        Parameter("threshold", .number(0...255), default: 10, "How far a colour may differ"),
        Parameter("background", .color, "The border's colour; left out, the corner's"),
      ]),
    OperationSpec(
      "rotate", "Turns the picture clockwise", shorthand: "angle", example: "rotate: 90",
      [
        Parameter("angle", .number(-36000...36000), isRequired: true, "Degrees clockwise"),
        Parameter(
          "crop", .flag, default: true, "Whether to keep the largest area without empty corners"),
        Parameter(
          "background", .color, default: "white", "What fills the corners where they are kept"),
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
        Parameter("gravity", gravity, default: "centre", "Which part stays"),
        Parameter("enlarge", .flag, default: false, "Whether small photos are enlarged"),
        Parameter("kernel", .words(SizeRequest.Kernel.self), default: "lanczos3", "The resampling"),
        Parameter("linear", .flag, default: false, "Whether in linear light"),
        Parameter(
          "background", .color, default: "white", "What fills the rest where fit is contain"),
      ]),
    OperationSpec(
      "pad", "Adds room around the picture", shorthand: "all",
      example: "pad: {all: 20, color: white}",
      forms: [
        .init([
          Parameter("all", .length(0...1_000_000), isRequired: true, shorter("Room on every side")),
          Parameter("color", .color, default: "white", "The room's colour"),
        ]),
        .init(
          ["top", "right", "bottom", "left"].map {
            Parameter($0, .length(0...1_000_000), default: 0, "Room at the \($0)")
          } + [Parameter("color", .color, default: "white", "The room's colour")]),
      ]),
    OperationSpec(
      "border", "Draws a frame around the picture", shorthand: "width",
      example: "border: {width: 12, color: white}",
      [
        Parameter("width", .positiveLength, isRequired: true, shorter("The frame's width")),
        Parameter("color", .color, default: "white", "The frame's colour"),
      ]),
    OperationSpec(
      "flatten", "Puts a colour behind clear pixels", shorthand: "color",
      example: "flatten: white", [Parameter("color", .opaqueColor, default: "white", "The colour")]),
    OperationSpec(
      "round-corners", "Makes the corners clear and round", shorthand: "radius",
      example: "round-corners: 24",
      [Parameter("radius", .positiveLength, isRequired: true, shorter("The corners' radius"))]),
  ]

  private static func shorter(_ summary: String) -> String {
    summary + ", a share of the shorter side"
  }

  private static let gravity = Kind.words(Gravity.self)
  private static let side = Kind.integer(1...65535)
}
