import Glibc
import Testing

@testable import Files

@Suite struct MemoryFileTests {
  @Test("A sealed file is as it was for good, also for who held it before")
  func sealed() throws {
    let file = try MemoryFile.make()
    let other = Descriptor(owning: dup(file.raw))
    try file.write("result")
    try MemoryFile.seal(file)
    for holder in [file, other] {
      #expect(errorNumber { try holder.write("more") } == EPERM)
      #expect(ftruncate(holder.raw, 1) == -1)
      #expect(ftruncate(holder.raw, 100) == -1)
      #expect(try holder.readAll() == Array("result".utf8))
    }
  }

  @Test("A file that somebody has mapped for writing cannot be sealed")
  func mapped() throws {
    let file = try MemoryFile.make()
    try file.write("result")
    let page = try #require(mmap(nil, 6, PROT_READ | PROT_WRITE, MAP_SHARED, file.raw, 0))
    #expect(errorNumber { try MemoryFile.seal(file) } == EBUSY)
    munmap(page, 6)
    try MemoryFile.seal(file)
  }
}
