import Testing

@testable import Files

@Suite struct DigestTests {
  /// FIPS 180-2, appendix B, and NIST's vector for the empty message.
  static let vectors = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test("Texts and files hash to the known values", arguments: vectors)
  func known(text: String, hex: String) throws {
    #expect(Digest.of(text).hex == hex)
    let file = try MemoryFile.make()
    try file.write(text)
    #expect(try Digest.of(file).hex == hex)
  }

  @Test("A digest has 32 bytes", arguments: [0, 31, 32, 33])
  func size(count: Int) {
    #expect((Digest(bytes: [UInt8](repeating: 7, count: count)) != nil) == (count == 32))
  }
}
