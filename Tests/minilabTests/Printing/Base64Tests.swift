import Testing

@testable import minilab

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `the vectors of RFC 4648 hold`(plain: String, encoded: String) {
    #expect(Base64.text(Array(plain.utf8)) == encoded)
  }
}
