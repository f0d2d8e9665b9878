import Testing

@testable import Manifest

@Suite struct BadManifestTests {
  @Test("A bad manifest is refused in these words", arguments: cases)
  func refused(bad: Bad) { #expect(mistakes(bad.text) == bad.messages) }

  static let cases: [Bad] = [
    Bad(
      "",
      [
        "m:1:1: the manifest is empty (start with 'minilab: 1')"
      ]),
    Bad(
      "a: [",
      [
        "m:1:5: not YAML: while parsing a flow node, did not find expected node content"
      ]),
    Bad(
      "- a",
      [
        "m:1:1: a manifest must be a mapping of keys, not a list"
      ]),
    Bad(
      "minilab: 2\nfoo: 1",
      [
        "m:1:10: manifest version 2 is newer than this program (it reads version 1)"
      ]),
    Bad(
      "minilab: one\nedit: []",
      [
        "m:1:10: 'minilab' must be 1, not 'one'"
      ]),
    Bad(
      "minilab: 1",
      [
        "m:1:1: nothing to do: there is no edit and no output (add 'outputs')"
      ]),
    Bad(
      head + "zzz: 8",
      [
        "m:3:1: unknown key 'zzz' in the manifest"
      ]),
    Bad(
      head + "width: 8",
      [
        "m:3:1: 'width' is a key of an output (move it into 'outputs')"
      ]),
    Bad(
      head + "onto: ownn",
      [
        "m:3:7: 'onto' must be one of own, replace, extend, stack, not 'ownn' (did you mean "
          + "'own'?)"
      ]),
    Bad(
      head + "name: \"\"",
      [
        "m:3:7: 'name' must be a name, not ''"
      ]),
    Bad(
      head + "name:",
      [
        "m:3:6: 'name' must be a name, not nothing"
      ]),
    Bad(
      head + "name: \"a\\tb\"",
      [
        "m:3:7: 'name' must not contain control characters"
      ]),
    Bad(
      head + "name: a\nname: b",
      [
        "m:4:1: duplicate key 'name' (it is on line 3 already)"
      ]),
    Bad(
      head + "vars: [1]",
      [
        "m:3:7: 'vars' must be a mapping of names to values, not a list"
      ]),
    Bad(
      head + "vars: {1a: 2, b: [1], c: }",
      [
        "m:3:8: '1a' cannot name a variable (a name has letters, digits, '_' and '-', and "
          + "begins with a letter or '_')",
        "m:3:18: the variable 'b' must be a text, a number, true or false, not a list",
        "m:3:26: the variable 'c' must be a text, a number, true or false, not nothing",
      ]),
    Bad(
      head + "vars: {q: 80}\npriority: ${p}",
      [
        "m:4:11: unknown variable 'p' (did you mean 'q'?)"
      ]),
    Bad(
      head + "vars: {q: x}\npriority: ${q}",
      [
        "m:4:11: 'priority' must be a whole number from -1000000 to 1000000, not 'x'"
      ]),
    Bad(
      head + "root: ${r",
      [
        "m:3:7: '${' without a '}' (a literal '${' is written '$${')"
      ]),
    Bad(
      head + "select: \"*.jpg\"",
      [
        "m:3:9: 'select' must be a list of globs and entries, not '*.jpg'"
      ]),
    Bad(
      head + "select: []",
      [
        "m:3:9: 'select' is empty (leave it out to select every image)"
      ]),
    Bad(
      head + "select: [\"[a\", \"a/\", \"../x\", \"{a\", \"/a\"]",
      [
        "m:3:10: '[' without a ']' (a literal '[' is written '\\[')",
        "m:3:16: a glob matches files, not folders (write 'a/**')",
        "m:3:22: a glob must not contain '..'",
        "m:3:30: '{' without a '}' (a literal '{' is written '\\{')",
        "m:3:36: a glob is relative to the root (remove the '/' at its start)",
      ]),
    Bad(
      head + "select: [{path: /a}, {path: a/../b}]",
      [
        "m:3:17: 'path' must be relative, not '/a'",
        "m:3:29: 'path' must not contain '..'",
      ]),
    Bad(
      head + "exclude: x",
      [
        "m:3:10: 'exclude' must be a list, each a glob, not 'x' (write it as a list: [x])"
      ]),
    Bad(
      head + "exclude: [\"{\"]",
      [
        "m:3:11: '{' without a '}' (a literal '{' is written '\\{')"
      ]),
    Bad(
      head + "timeout: 5x",
      [
        "m:3:10: 'timeout' must be a time such as 90s, 2m or 1h, at most 24h, not '5x'"
      ]),
    Bad(
      head + "timeout: 0",
      [
        "m:3:10: 'timeout' must be a time such as 90s, 2m or 1h, at most 24h, not '0'"
      ]),
    Bad(
      head + "timeout: 25h",
      [
        "m:3:10: 'timeout' must be a time such as 90s, 2m or 1h, at most 24h, not '25h'"
      ]),
    Bad(
      head + "retries: 1.5",
      [
        "m:3:10: 'retries' must be a whole number from 0 to 100, not '1.5'"
      ]),
    Bad(
      head + "allow-empty: yes",
      [
        "m:3:14: 'allow-empty' must be true or false, not 'yes'"
      ]),
    Bad(
      head + "sheet: {path: a}",
      [
        "NOT_YET m:3:8: 'sheet: {…}' is not available yet"
      ]),
    Bad(
      head + "a: *x",
      [
        "m:3:1: unknown key 'a' in the manifest",
        "m:3:4: unknown alias '*x'",
      ]),
    Bad(
      head + "a: &x 1\nb: *y",
      [
        "m:3:1: unknown key 'a' in the manifest",
        "m:4:1: unknown key 'b' in the manifest",
        "m:4:4: unknown alias '*y' (did you mean 'x'?)",
      ]),
    Bad(
      head + "name: !!str a",
      [
        "m:3:7: tags such as 'tag:yaml.org,2002:str' are not allowed"
      ]),
    Bad(
      head + "---\na: 1",
      [
        "m:3:1: a manifest is one document (remove the '---' and what follows it)"
      ]),
    Bad(
      "\u{01}",
      [
        "m:1:1: not YAML: control characters are not allowed"
      ]),
    Bad(
      head + "- a",
      [
        "m:3:1: not YAML: while parsing a block mapping, did not find expected key"
      ]),
    Bad(
      "\ta: 1",
      [
        "m:1:1: not YAML: while scanning for the next token, found character that cannot "
          + "start any token"
      ]),
    Bad(
      head + "name: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
      [
        "m:3:70: nested deeper than 64 levels"
      ]),
    Bad(
      head + "select: [1: 2]",
      [
        "m:3:10: unknown key '1' in an entry of 'select' (known are glob, path, list, table, "
          + "album, edited, renditions, edit)",
        "m:3:10: an entry of 'select' does not say which files (add 'glob', 'path', 'list', "
          + "'table' or 'edited')",
      ]),
    Bad(
      head + "vars: {q: 1, w: 2}\nname: ${p${q}",
      [
        "m:4:7: unknown variable 'p${q' (add it to 'vars' or give it with --set)"
      ]),
    Bad(
      head + "name: \"\\ud83d\\ude00\", nam: 1",
      [
        "m:3:21: not YAML: while parsing a block mapping, did not find expected key"
      ]),
    Bad(
      "minilab: 1\nname: {a: 😀, b: \"\\ud83d\\ude00\", 😀 : 1}\nedit: []",
      [
        "m:2:7: 'name' must be a name, not a mapping"
      ]),
    Bad(
      "{\"minilab\": 1, \"name\": \"\\ud83d\\ude00\", \"edit\": [{\"sepia\": 2}]}",
      [
        "m:1:59: 'sepia' must be a number from 0 to 1, not '2'"
      ]),
    Bad(
      "minilab: 1\nselect: [{table: t.csv}, \"${x}\"]\npriority: ${p}\nedit: [crop: {x: "
        + "\"${x}\"}, blurr: \"${y}\"]",
      [
        "m:2:26: columns of a table can be used in 'edit' and 'outputs' only (a variable of "
          + "the whole manifest belongs in 'vars')",
        "m:3:11: columns of a table can be used in 'edit' and 'outputs' only (a variable of "
          + "the whole manifest belongs in 'vars')",
        "m:4:27: unknown operation 'blurr' (did you mean 'blur'?)",
      ]),
    Bad(
      "minilab: 1\nminilab: 1\nedit: [sepa]",
      [
        "m:2:1: duplicate key 'minilab' (it is on line 1 already)",
        "m:3:8: unknown operation 'sepa' (did you mean 'sepia'?)",
      ]),
    Bad(
      "minilab: \"1\"\nedit: []",
      [
        "m:1:10: 'minilab' must be 1, not '1' (write it without quotes)"
      ]),
    Bad(
      "minilab: 0\nedit: []",
      [
        "m:1:10: 'minilab' must be 1, not '0'"
      ]),
    Bad(
      head + "name: \"\\ud83d\"",
      [
        "m:3:10: not YAML: while parsing a quoted scalar, found invalid Unicode character "
          + "escape code"
      ]),
    Bad(
      head + "name: \"\\ud83d\\ude00\\u0000\"\nfoo: 1",
      [
        "m:3:7: 'name' must be a name, not '😀\\x00'",
        "m:4:1: unknown key 'foo' in the manifest",
      ]),
    Bad(
      head + "{a: 1}: 2",
      [
        "m:3:1: a key must be a text, not a mapping"
      ]),
  ]
}
