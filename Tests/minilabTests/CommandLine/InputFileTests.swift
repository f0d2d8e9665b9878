import Files
import Glibc
import Manifest
import Testing

@testable import minilab

@Suite struct InputFileTests {
  @Test func `a pipe is read to its end`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let text = Array("minilab: 1\n".utf8)
    try StandardStream(raw: ends[1]).write(text)
    close(ends[1])
    #expect(try InputFile.read(BytePath("/dev/fd/\(ends[0])")) == text)
    close(ends[0])
  }

  @Test func `a manifest that is a folder or missing is told as such`() {
    for (path, reason) in [("/", "Is a directory"), ("/nowhere", "No such file or directory")] {
      #expect(
        throws: Failure(.manifestInvalid, "cannot read the manifest \(path): \(reason)")
      ) { try InputFile.readManifest(BytePath(path)) }
    }
  }
}
