import Testing

@testable import minilab

@Suite struct JSONValueTests {
  @Test(
    arguments: [
      (JSONValue.null, "null"), (true, "true"), (-7, "-7"), (.number(2), "2"),
      (.number(0.09), "0.09"), (.number(1e300), "1e+300"), (.number(.infinity), "null"),
      (.seconds(0.0904), "0.09"), (.seconds(12), "12"), ([], "[]"), ([1, "a"], "[1,\"a\"]"),
      ([:], "{}"), (["b": 1, "a": [:]], "{\"b\":1,\"a\":{}}"),
      (.verbatim("{\n  \"a\": \"\u{2028}\"\r\n}"), "{   \"a\": \"\u{2028}\"  }"),
    ] as [(JSONValue, String)])
  func `values are written on one line`(value: JSONValue, text: String) {
    #expect(value.text == text)
  }

  @Test func `strings are escaped`() {
    #expect(
      JSONValue.string("a\"b\\c\n\t\r\0\u{1b}\u{7f}é写🎞\r\n").text
        == #""a\"b\\c\n\t\r\u0000\u001b\u007fé写🎞\r\n""#)
  }
}
