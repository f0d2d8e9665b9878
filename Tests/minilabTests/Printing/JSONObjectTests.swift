import Files
import Manifest
import Testing

@testable import minilab

@Suite struct JSONObjectTests {
  @Test func `a path that is not UTF-8 has its bytes beside it`() {
    var object = JSONObject()
    object.add("asset", path: BytePath(bytes: [0x61, 0xff]))
    object.add("root", path: BytePath(bytes: [0xfe]))
    object.add("to", path: "é")
    #expect(
      JSONValue.object(object).text
        == #"{"asset":"a�","path_base64":"Yf8=","root":"�","root_base64":"/g==","to":"é"}"#)
  }

  @Test func `a failure has code, stage, message and hint in this order`() {
    let failure = Failure(.decodeFailed, "cut off", hint: "copy it again", stage: .decode)
    let expected =
      #"{"code":"DECODE_FAILED","stage":"decode","message":"cut off","hint":"copy it again"}"#
    #expect(JSONValue.object(JSONObject(failure)).text == expected)
  }

  @Test func `a failure without a hint has none`() {
    #expect(
      JSONValue.object(JSONObject(Failure(.usage, "no"))).text
        == #"{"code":"USAGE","message":"no"}"#)
  }
}
