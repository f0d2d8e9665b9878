import Files
import Glibc
import Testing

@testable import Storage

@Suite struct AssetTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  @Test("A known file matches until it is written to or replaced")
  func matches() throws {
    let path = try temporary.write("a.jpg")
    let known = KnownFile(Digest.of("photo"), try #require(try FileStatus.of(path)))
    #expect(known.matches(try #require(try FileStatus.of(path))))
    try temporary.write("a.jpg", "PHOTO!")
    #expect(!known.matches(try #require(try FileStatus.of(path))))
    try temporary.write("b.jpg")
    try temporary.folder.rename("b.jpg", to: "a.jpg")
    #expect(!known.matches(try #require(try FileStatus.of(path))))
  }
}
