import Testing

@testable import Manifest

@Suite struct BadOutputTests {
  @Test("A bad output is refused in these words", arguments: cases)
  func refused(bad: Bad) { #expect(mistakes(bad.text) == bad.messages) }

  static let cases: [Bad] = [
    Bad(
      "minilab: 1\noutputs: []",
      [
        "m:1:1: nothing to do: there is no edit and no output (add 'outputs')"
      ]),
    Bad(
      head + "qualty: 8",
      [
        "m:3:1: unknown key 'qualty' in the manifest (did you mean 'quality'?)"
      ]),
    Bad(
      head + "quality: 101",
      [
        "m:3:10: 'quality' must be a whole number from 1 to 100, or a mapping with jpeg, "
          + "webp, avif, heic, jxl, not '101'"
      ]),
    Bad(
      head + "quality: high",
      [
        "m:3:10: 'quality' must be a whole number from 1 to 100, or a mapping with jpeg, "
          + "webp, avif, heic, jxl, not 'high'"
      ]),
    Bad(
      head + "quality: \"80\"",
      [
        "m:3:10: 'quality' must be a whole number from 1 to 100, or a mapping with jpeg, "
          + "webp, avif, heic, jxl, not '80' (write it without quotes)"
      ]),
    Bad(
      head + "quality: {jpg: 80}",
      [
        "m:3:11: unknown key 'jpg' in 'quality' (did you mean 'jpeg'?)"
      ]),
    Bad(
      head + "quality: {png: 80}",
      [
        "m:3:11: unknown key 'png' in 'quality' (known are jpeg, webp, avif, heic, jxl)"
      ]),
    Bad(
      head + "quality: {jpeg: 0}",
      [
        "m:3:17: 'jpeg' must be a whole number from 1 to 100, not '0'"
      ]),
    Bad(
      head + "reprocess: false\nlosses: fail\nfrom: "
        + "original\non-conflict: rename\nmetadata: {base: private, remove: "
        + "[gpss]}\nprofile: p3",
      [
        "m:7:36: 'remove' must be one of gps, people, serials, owner, places, maker-notes, "
          + "thumbnails, xmp, iptc, exif, not 'gpss' (did you mean 'gps'?)",
        "NOT_YET m:8:10: 'profile: p3' is not available yet",
      ]),
    Bad(
      head + "metadata: {base: private}\nsheet: {path: a.jpg, colums: 3}",
      [
        "NOT_YET m:4:8: 'sheet: {…}' is not available yet",
        "m:4:22: unknown key 'colums' in 'sheet' (did you mean 'columns'?)",
      ]),
    Bad(
      head
        + "metadata: {bas: keep, remove: gps, set: {copyrigth: A, creator: [B], description: \"\"}}",
      [
        "m:3:12: unknown key 'bas' in 'metadata' (did you mean 'base'?)",
        "m:3:31: 'remove' must be a list, each one of gps, people, serials, owner, places, "
          + "maker-notes, thumbnails, xmp, iptc, exif, not 'gps' (write it as a list: [gps])",
        "m:3:42: unknown key 'copyrigth' in 'set' (did you mean 'copyright'?)",
        "m:3:65: 'creator' must be a text, not a list",
        "m:3:83: 'description' must be a text, not ''",
      ]),
    Bad(
      head + "metadata: {base: [keep], remove: [], set: A}",
      [
        "m:3:18: 'base' must be one of private, keep, strip, not a list",
        "m:3:34: 'remove' must have 1 to 10 values",
        "m:3:43: 'set' must be a mapping with copyright, creator, description, not 'A'",
      ]),
    Bad(
      head + "metadata: kep",
      [
        "m:3:11: 'metadata' must be one of private, keep, strip, or a mapping with base, "
          + "remove, set, not 'kep' (did you mean 'keep'?)"
      ]),
    Bad(
      "minilab: 1\noutputs: [{format: jpeg}]",
      [
        "m:2:11: 'path' is missing in an output (add 'path: \"{dir}/{name}.jpg\"' or "
          + "'in-place: true')"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: a}]",
      [
        "m:2:18: the output's format is not known (add 'format: jpeg', or end the path in an "
          + "extension such as .jpg)"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: a.jpg, format: png}]",
      [
        "m:2:33: 'format' says png, and the path's extension .jpg says jpeg (end the path in "
          + ".{format})"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", format: [jpeg, png]}]",
      [
        "m:2:40: 'format' says png, and the path's extension .jpg says jpeg (end the path in "
          + ".{format})"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}\", format: [jpeg, png]}]",
      [
        "m:2:18: two formats have one path (add {format} to the path)"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}.{format}\", format: [jpeg, jpg, jpeg, heic]}]",
      [
        "m:2:52: 'format' must be one of jpeg, png, webp, avif, heic, jxl, tiff, gif, not "
          + "'jpg' (did you mean 'jpeg'?)"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}.heic\"}]",
      [
        "NOT_YET m:2:18: 'format: heic' is not available yet"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}-{width}.jpg\"}]",
      [
        "m:2:18: '{width}' in the path needs a number (add 'width' or 'box')"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", width: [1, 2]}]",
      [
        "m:2:18: two sizes have one path (add {width} to the path)"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}-{width}.jpg\", width: [2, 2], height: [1, 2]}]",
      [
        "m:2:51: 'width' lists 2 twice",
        "m:2:63: only one of 'width' and 'height' can be a list (use a list of boxes such as "
          + "[\"480x320\", \"960x640\"])",
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", width: 3, box: 4}]",
      [
        "m:2:42: 'box' does not go with 'width' (a box has both sides already)"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", width: 3, fit: cover}]",
      [
        "m:2:47: 'fit: cover' needs both 'width' and 'height'"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", width: 0}]",
      [
        "m:2:39: 'width' must be a whole number from 1 to 65535, or a list of such, not '0'"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", box: 3by4}]",
      [
        "m:2:37: 'box' must be a number of pixels or a size such as \"800x600\", or a list of "
          + "such, not '3by4'"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"/a.jpg\"}, {path: \"../a.jpg\"}, {path: \"{nam}.jpg\"}, "
        + "{path: \"{seq:0}.jpg\"}, {path: \"{a.jpg\"}, {path: \"a}.jpg\"}, {path: \"a/\"}]",
      [
        "m:2:18: 'path' must be relative, not '/a.jpg'",
        "m:2:36: 'path' must not contain '..'",
        "m:2:56: unknown placeholder '{nam}' in the path (did you mean '{name}'?)",
        "m:2:77: '{seq:0}' needs 1 to 12 digits (write '{seq:4}')",
        "m:2:100: '{' without a '}' in the path (a literal '{' is written '{{')",
        "m:2:118: '}' without a '{' in the path (a literal '}' is written '}}')",
        "m:2:136: 'path' must end in a file's name (add '{name}.{format}')",
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}.png\", quality: 8, subsampling: 4:4:4, lossless: "
        + "true}, {path: \"a.jpg\", palette: 4}, {path: \"b.jpg\", quality: {webp: 3}}]",
      [
        "m:2:32: 'quality' means nothing for png (it is for jpeg, webp, avif, heic, jxl)",
        "m:2:44: 'subsampling' means nothing for png (it is for jpeg, avif)",
        "m:2:64: 'lossless' means nothing for png (it is for webp, avif, jxl)",
        "m:2:97: 'palette' means nothing for jpeg (it is for png)",
        "m:2:136: 'quality' names webp, which this output does not write (it writes jpeg)",
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", max-bytes: 5, page: 2, linear: true, "
        + "mtime: keep, gravity: entropy}]",
      [
        "NOT_YET m:2:43: 'max-bytes: 5' is not available yet",
        "NOT_YET m:2:52: 'page: 2' is not available yet",
      ]),
    Bad(
      "minilab: 1\noutputs: [{in-place: true, width: 3, finish: [], path: a, qualty: 3}, "
        + "{in-place: true}]",
      [
        "m:2:28: 'width' does not go with 'in-place' (an in-place output is the photo as edited)",
        "m:2:38: 'finish' does not go with 'in-place' (an in-place output is the photo as edited)",
        "m:2:50: 'path' does not go with 'in-place' (an in-place output is the photo as edited)",
        "m:2:59: unknown key 'qualty' in an in-place output (did you mean 'quality'?)",
        "m:2:82: a manifest has at most one in-place output",
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", priority: 5, reencode: true, finish: [sepa]}]",
      [
        "m:2:32: 'priority' is a key of the manifest, not of an output (move it to the top)",
        "m:2:45: 'reencode' goes with 'in-place: true' only",
        "m:2:70: unknown operation 'sepa' (did you mean 'sepia'?)",
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"a.jpg\"}, {path: \"a.jpg\"}, 5]",
      [
        "m:2:35: the output on line 2 has the same path",
        "m:2:45: an output must be a mapping, not '5'",
      ]),
    Bad(
      "minilab: 1\noutputs: {path: a}",
      [
        "m:2:10: 'outputs' must be a list of outputs, not a mapping"
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", format: [jpeg, jpeg]}, {path: "
        + "\"{dir}/{ext}\"}, {path: \"a-{height}.png\", width: 5}]",
      [
        "m:2:40: 'format' lists jpeg twice",
        "m:2:62: the output's format is not known (add 'format: jpeg', or end the path in an "
          + "extension such as .jpg)",
        "m:2:85: '{height}' in the path needs a number (add 'height' or 'box')",
      ]),
    Bad(
      "minilab: 1\noutputs: [{path: \"b.jpg\", background: whit, effort: 10, kernel: lanczos, "
        + "fit: crop, gravity: up, enlarge: 1, progressive: maybe, metadata: none}]",
      [
        "m:2:39: 'background' must be a CSS colour such as \"#ff8800\" or orange, not 'whit' "
          + "(did you mean 'white'?)",
        "m:2:53: 'effort' must be a whole number from 0 to 9, not '10'",
        "m:2:65: 'kernel' must be one of nearest, linear, cubic, mitchell, lanczos2, "
          + "lanczos3, not 'lanczos' (did you mean 'lanczos2'?)",
        "m:2:79: 'fit' must be one of inside, outside, cover, contain, fill, not 'crop'",
        "m:2:94: 'gravity' must be one of centre, north, east, south, west, north-east, "
          + "south-east, south-west, north-west, attention, entropy, not 'up'",
        "m:2:107: 'enlarge' must be true or false, not '1'",
        "m:2:123: 'progressive' must be true or false, not 'maybe'",
        "m:2:140: 'metadata' must be one of private, keep, strip, or a mapping with base, "
          + "remove, set, not 'none'",
      ]),
  ]
}
