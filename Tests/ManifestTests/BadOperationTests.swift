import Testing

@testable import Manifest

@Suite struct BadOperationTests {
  @Test("A bad operation is refused in these words", arguments: cases)
  func refused(bad: Bad) { #expect(mistakes(bad.text) == bad.messages) }

  static let cases: [Bad] = [
    Bad(
      "edit: []",
      [
        "m:1:1: 'minilab' is missing in the manifest (add 'minilab: 1')"
      ]),
    Bad(
      head + "select: [{glob: a, path: b}, {edit: []}, {album: x}, {edited: true}, "
        + "{renditions: yes}, {glb: x}, [], ]",
      [
        "m:3:20: 'path' does not go with 'glob' (make it an entry of its own)",
        "m:3:30: an entry of 'select' does not say which files (add 'glob', 'path', 'list', "
          + "'table' or 'edited')",
        "NOT_YET m:3:50: 'album: x' is not available yet",
        "m:3:83: 'renditions' must be 'true', not 'yes'",
        "m:3:89: an entry of 'select' does not say which files (add 'glob', 'path', 'list', "
          + "'table' or 'edited')",
        "m:3:90: unknown key 'glb' in an entry of 'select' (did you mean 'glob'?)",
        "m:3:99: an entry of 'select' must be a glob or a mapping, not a list",
      ]),
    Bad(
      head + "edit: sepia",
      [
        "m:3:7: 'edit' must be a list of operations, not 'sepia'"
      ]),
    Bad(
      head + "edit: {sepia: 1}",
      [
        "m:3:7: 'edit' must be a list of operations, not a mapping"
      ]),
    Bad(
      head + "edit: [sephia: 0.8]",
      [
        "m:3:8: unknown operation 'sephia' (did you mean 'sepia'?)"
      ]),
    Bad(
      head + "edit: [sepia: 1.5]",
      [
        "m:3:15: 'sepia' must be a number from 0 to 1, not '1.5'"
      ]),
    Bad(
      head + "edit: [sepia: {amont: 1}]",
      [
        "m:3:16: unknown key 'amont' in 'sepia' (did you mean 'amount'?)"
      ]),
    Bad(
      head + "edit: [blur]",
      [
        "m:3:8: 'blur' needs a value (as in 'blur: 4')"
      ]),
    Bad(
      head + "edit: [crop: 5]",
      [
        "m:3:14: 'crop' must be a mapping, not '5' (as in 'crop: {aspect: \"3:2\", gravity: "
          + "north}')"
      ]),
    Bad(
      head + "edit: [crop: {x: 1}]",
      [
        "m:3:14: 'width' is missing in 'crop'",
        "m:3:14: 'height' is missing in 'crop'",
      ]),
    Bad(
      head + "edit: [crop: {}]",
      [
        "m:3:14: 'width' is missing in 'crop'",
        "m:3:14: 'height' is missing in 'crop'",
      ]),
    Bad(
      head + "edit: [crop: {x: 1, y: 1, width: 0, height: 50%, aspect: 3:2}]",
      [
        "m:3:34: 'width' must be a length in pixels from 1 to 1000000 or \"N%\", not '0'",
        "m:3:50: 'aspect' does not go with 'x' in 'crop'",
      ]),
    Bad(
      head + "edit: [crop: {aspect: 3/2}]",
      [
        "m:3:23: 'aspect' must be a ratio such as \"3:2\", not '3/2'"
      ]),
    Bad(
      head + "edit: [crop: {aspect: 3:2, gravity: center}]",
      [
        "m:3:37: 'gravity' must be one of centre, north, east, south, west, north-east, "
          + "south-east, south-west, north-west, attention, entropy, not 'center' (did you mean "
          + "'centre'?)"
      ]),
    Bad(
      head + "edit: [crop: {area: 100x100, zoom: {by: 2, at: [1]}}]",
      [
        "m:3:48: 'at' must have 2 values"
      ]),
    Bad(
      head + "edit: [crop: {area: 100, zoom: {at: [1, 2]}, fit: height}]",
      [
        "m:3:21: 'area' must be a size such as \"800x600\", not '100'",
        "m:3:32: 'by' is missing in 'zoom'",
        "m:3:51: 'fit' must be one of width, none, not 'height'",
      ]),
    Bad(
      head + "edit: [levels: {black: 0.5, white: 0.5}, levels: {black: 1}]",
      [
        "m:3:36: 'white' (0.5) must be above 'black' (0.5)",
        "m:3:58: 'white' (1) must be above 'black' (1)",
      ]),
    Bad(
      head + "edit: [curves: [[0, 0], [0.5, 1], [0.25, 1]], curves: {points: [[0, 0], [0, 1]]}]",
      [
        "m:3:16: the points of 'curves' must rise, and 0.25 comes after 0.5",
        "m:3:64: the points of 'curves' must rise, and 0 comes after 0",
      ]),
    Bad(
      head + "edit: [rotate: x]",
      [
        "m:3:16: 'rotate' must be a number from -36000 to 36000, not 'x'"
      ]),
    Bad(
      head + "edit: [flip: diagonal]",
      [
        "m:3:14: 'flip' must be one of horizontal, vertical, not 'diagonal'"
      ]),
    Bad(
      head + "edit: [resize: {}]",
      [
        "m:3:16: 'resize' needs 'width', 'height' or 'box'"
      ]),
    Bad(
      head + "edit: [resize: {width: 1, box: 3}]",
      [
        "m:3:27: 'box' does not go with 'width' (a box has both sides already)"
      ]),
    Bad(
      head + "edit: [resize: {width: 1, fit: cover}]",
      [
        "m:3:32: 'fit: cover' needs both 'width' and 'height'"
      ]),
    Bad(
      head + "edit: [grayscale: 1]",
      [
        "m:3:19: 'grayscale' has no parameters (write '- grayscale')"
      ]),
    Bad(
      head + "edit: [grayscale: {a: 1}]",
      [
        "m:3:20: unknown key 'a' in 'grayscale'"
      ]),
    Bad(
      head + "edit: [{sepia: 1, blur: 2}]",
      [
        "m:3:19: an operation has one name, and 'blur' is a second (begin a new item with '- ')"
      ]),
    Bad(
      head + "edit: [trim, invert: true, curves: [[0, 0]], watermark: {image: a, text: b}, "
        + "tint: bleu]",
      [
        "m:3:36: 'curves' must have 2 to 16 values",
        "m:3:68: 'text' does not go with 'image' in 'watermark'",
        "m:3:84: 'tint' must be an opaque CSS colour such as \"#ff8800\" or orange, not 'bleu' (did "
          + "you mean 'blue'?)",
      ]),
    Bad(
      head + "edit: [flatten: \"#ff000080\", round-corners: 0, median: 2, retro: {palette: 1}]",
      [
        "m:3:17: 'flatten' must be an opaque CSS colour such as \"#ff8800\" or orange, not "
          + "'#ff000080'",
        "m:3:45: 'round-corners' must be a length in pixels from 1 to 1000000 or \"N%\", not '0'",
        "m:3:56: 'median' must be a whole number from 3 to 31, not '2'",
        "m:3:76: 'palette' must be one of gameboy, nes, cga, ega, c64, pico8, zx, or a whole "
          + "number from 2 to 256, not '1'",
      ]),
    Bad(
      head + "edit: [retro: {palette: gamboy, columns: 1, scanlines: 2, dither: bayer}]",
      [
        "m:3:25: 'palette' must be one of gameboy, nes, cga, ega, c64, pico8, zx, or a whole "
          + "number from 2 to 256, not 'gamboy' (did you mean 'gameboy'?)",
        "m:3:42: 'columns' must be a whole number from 8 to 4096, not '1'",
        "m:3:56: 'scanlines' must be a number from 0 to 1, not '2'",
        "m:3:67: 'dither' must be one of none, bayer2, bayer4, bayer8, floyd-steinberg, not "
          + "'bayer' (did you mean 'bayer2'?)",
      ]),
    Bad(
      head + "edit: [brightness: .nan]",
      [
        "m:3:20: 'brightness' must be a number from -1 to 1, not '.nan'"
      ]),
    Bad(
      head + "edit: [brightness: .inf, contrast: 1e999]",
      [
        "m:3:20: 'brightness' must be a number from -1 to 1, not '.inf'",
        "m:3:36: 'contrast' must be a number from -1 to 1, not '1e999'",
      ]),
    Bad(
      head + "edit: &e [blur: 3, *e]",
      [
        "m:3:20: unknown alias '*e'"
      ]),
    Bad(
      head + "edit: *e",
      [
        "m:3:7: unknown alias '*e'"
      ]),
    Bad(
      head + "edit: [\"${a}\": 1]",
      [
        "m:3:8: unknown operation '${a}' (see 'minilab ops')"
      ]),
    Bad(
      head + "edit: [crop: {x: ${x}}]",
      [
        "m:3:19: not YAML: while parsing a flow mapping, did not find expected ',' or '}' "
          + "(between { } or [ ] write \"${…}\" in quotes)"
      ]),
  ]
}
