import Files
import Testing

@testable import Manifest

func parsed(_ text: String, _ variables: [String: String] = [:]) throws -> JobManifest {
  try ManifestParser.parse(Array(text.utf8), file: "jobs/x.yaml", variables: variables)
}

/// The messages of a bad manifest without the file's name.
func mistakes(_ text: String) -> [String] {
  do {
    _ = try ManifestParser.parse(Array(text.utf8), file: "m")
    return []
  } catch {
    return error.problems.map { ($0.code == .notYet ? "NOT_YET " : "") + $0.description }
  }
}

@Suite struct Dump {
  @Test func dump() {
    let head = "minilab: 1\noutputs: [{path: \"{name}.jpg\"}]\n"
    let cases = [
      "", "a: [", "- a", "minilab: 2\nfoo: 1", "minilab: one\nedit: []", "edit: []", "minilab: 1",
      "minilab: 1\noutputs: []", head + "qualty: 8", head + "zzz: 8", head + "width: 8", head + "quality: 101",
      head + "quality: high", head + "quality: \"80\"", head + "quality: {jpg: 80}", head + "quality: {png: 80}",
      head + "quality: {jpeg: 0}", head + "onto: ownn", head + "onto: stack", head + "name: \"\"", head + "name:",
      head + "name: \"a\\tb\"", head + "name: a\nname: b", head + "vars: [1]", head + "vars: {1a: 2, b: [1], c: }",
      head + "vars: {q: 80}\npriority: ${p}", head + "vars: {q: x}\npriority: ${q}", head + "root: ${r",
      head + "select: \"*.jpg\"", head + "select: []", head + "select: [\"[a\", \"a/\", \"../x\", \"{a\", \"/a\"]",
      head + "select: [{glob: a, path: b}, {edit: []}, {album: x}, {edited: true}, {renditions: yes}, {glb: x}, [], ]",
      head + "select: [{path: /a}, {path: a/../b}]", head + "exclude: x", head + "exclude: [\"{\"]",
      head + "edit: sepia", head + "edit: {sepia: 1}", head + "edit: [sephia: 0.8]", head + "edit: [sepia: 1.5]",
      head + "edit: [sepia: {amont: 1}]", head + "edit: [blur]", head + "edit: [crop: 5]", head + "edit: [crop: {x: 1}]",
      head + "edit: [crop: {}]",
      head + "edit: [crop: {x: 1, y: 1, width: 0, height: 50%, aspect: 3:2}]",
      head + "edit: [crop: {aspect: 3/2}]", head + "edit: [crop: {aspect: 3:2, gravity: attention}]",
      head + "edit: [crop: {aspect: 3:2, gravity: center}]",
      head + "edit: [crop: {area: 100x100, zoom: {by: 2, at: [1]}}]",
      head + "edit: [crop: {area: 100x100, zoom: {by: 2, at: [1, 2]}, pan: [1, 2]}]",
      head + "edit: [rotate: 45]", head + "edit: [rotate: x]", head + "edit: [flip: diagonal]",
      head + "edit: [resize: {}]", head + "edit: [resize: {width: 1, box: 3}]", head + "edit: [resize: {width: 1, fit: cover}]",
      head + "edit: [grayscale: 1]", head + "edit: [grayscale: {a: 1}]", head + "edit: [{sepia: 1, blur: 2}]",
      head + "edit: [trim, invert: true, curves: [[0, 0]], watermark: {image: a, text: b}, tint: bleu]",
      head + "edit: [retro: {palette: 16}]", head + "edit: [retro: {palette: gamboy, columns: 1, scanlines: 2, dither: bayer}]",
      head + "edit: [brightness: .nan]", head + "edit: [brightness: .inf, contrast: 1e999]", head + "timeout: 5x", head + "timeout: 0", head + "timeout: 25h",
      head + "retries: 1.5", head + "allow-empty: yes", head + "confirm-cancel: true\nreprocess: false\norphans: remove\nlosses: fail\nfrom: original\non-conflict: rename\nmetadata: {base: private, remove: [gpss]}\nprofile: p3",
      head + "metadata: {base: private}\nsheet: {path: a.jpg, colums: 3}", head + "metadata: {}", head + "metadata: kep", head + "sheet: {path: a}",
      "minilab: 1\noutputs: [{format: jpeg}]", "minilab: 1\noutputs: [{path: a}]", "minilab: 1\noutputs: [{path: a.jpg, format: png}]",
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", format: [jpeg, png]}]", "minilab: 1\noutputs: [{path: \"{name}\", format: [jpeg, png]}]",
      "minilab: 1\noutputs: [{path: \"{name}.{format}\", format: [jpeg, jpg, jpeg, heic]}]",
      "minilab: 1\noutputs: [{path: \"{name}.heic\"}]", "minilab: 1\noutputs: [{path: \"{name}-{width}.jpg\"}]",
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", width: [1, 2]}]", "minilab: 1\noutputs: [{path: \"{name}-{width}.jpg\", width: [2, 2], height: [1, 2]}]",
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", width: 3, box: 4}]", "minilab: 1\noutputs: [{path: \"{name}.jpg\", width: 3, fit: cover}]",
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", width: 0}]", "minilab: 1\noutputs: [{path: \"{name}.jpg\", box: 3by4}]",
      "minilab: 1\noutputs: [{path: \"/a.jpg\"}, {path: \"../a.jpg\"}, {path: \"{nam}.jpg\"}, {path: \"{seq:4}.jpg\"}, {path: \"{a.jpg\"}, {path: \"a}.jpg\"}, {path: \"a/\"}]",
      "minilab: 1\noutputs: [{path: \"{name}.png\", quality: 8, subsampling: 4:4:4, lossless: true}, {path: \"a.jpg\", palette: 4}, {path: \"b.jpg\", quality: {webp: 3}}]",
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", max-bytes: 5, page: 2, linear: true, mtime: keep, gravity: entropy}]",
      "minilab: 1\noutputs: [{in-place: true, width: 3, finish: [], path: a, qualty: 3}, {in-place: true}]",
      "minilab: 1\noutputs: [{path: \"{name}.jpg\", priority: 5, reencode: true, finish: [sepa]}]",
      "minilab: 1\noutputs: [{path: \"a.jpg\"}, {path: \"a.jpg\"}, 5]", "minilab: 1\noutputs: {path: a}",
      head + "a: *x", head + "a: &x 1\nb: *y", head + "name: !!str a", head + "---\na: 1", "\u{1}",
      head + "name: \"\\ud83d\"", head + "name: \"\\ud83d\\ude00\\u0000\"\nfoo: 1", head + "{a: 1}: 2",
    ]
    for text in cases {
      print("<<<\(text)>>>")
      for m in mistakes(text) { print("   ", m) }
    }
  }
}
