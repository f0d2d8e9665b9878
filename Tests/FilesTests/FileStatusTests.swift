import Glibc
import Testing

@testable import Files

@Suite struct FileStatusTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  @Test("A status tells kind, size and times to the nanosecond")
  func fields() throws {
    let file = try temporary.write("a", "four")
    let times = [timespec(tv_sec: 7, tv_nsec: 5), timespec(tv_sec: 1_700_000_000, tv_nsec: 123)]
    #expect(futimens(file.raw, times) == 0)
    let status = try file.status()
    #expect(status.kind == .file)
    #expect(status.size == 4)
    #expect(status.modified == 1_700_000_000_000_000_123)
    #expect(status.links == 1)
    #expect(try FileStatus.of(temporary.path.appending("a")) == status)
  }

  @Test("Links are told as links, whatever they lead to")
  func links() throws {
    try temporary.link("dangling", to: "nowhere")
    try temporary.link("folder", to: ".")
    for name in ["dangling", "folder"] as [BytePath] {
      #expect(try FileStatus.of(temporary.path.appending(name))?.kind == .link)
    }
    #expect(try FileStatus.of("/dev/null")?.kind == .other)
  }

  @Test("Nothing there is no error, also below a file")
  func nothing() throws {
    try temporary.write("a")
    #expect(try FileStatus.of(temporary.path.appending("b")) == nil)
    #expect(try FileStatus.of(temporary.path.appending("a/b")) == nil)
    let long = BytePath(bytes: [UInt8](repeating: 0x61, count: 300))
    #expect(errorNumber { _ = try FileStatus.of(temporary.path.appending(long)) } == ENAMETOOLONG)
  }
}
