import Files
import Glibc
import Manifest
import Testing

@testable import Storage

@Suite struct LibraryTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  @Test("A library is made once; making it again opens it")
  func make() throws {
    let folder = temporary.path.appending("a/b")
    let first = try Library.make(folder)
    let second = try Library.make(folder)
    #expect(first.id == second.id)
    #expect(first.id.count == 12)
    #expect(
      try Set(Folder(folder).entries().map(\.name)).isSuperset(of: [
        "catalog.sqlite", "objects", "workers",
      ]))
  }

  @Test("Where no library is, none is made by looking")
  func missing() throws {
    let failure = #expect(throws: Failure.self) { _ = try Library(opening: self.temporary.path) }
    #expect(failure?.code == .noLibrary)
    #expect(try temporary.folder.entries().isEmpty)
  }

  @Test("A folder that cannot be made is a refusal with a reason")
  func impossible() throws {
    let file = try temporary.write("file")
    let failure = #expect(throws: Failure.self) { _ = try Library.make(file.appending("library")) }
    #expect(failure?.code == .accessDenied)
  }

  @Test("Two who have a library open see each other's commits, and are woken by the file")
  func two() throws {
    let first = try Library.make(temporary.path.appending("library"))
    let second = try Library(opening: first.folder)
    let wake = first.folder.appending("wake")
    let before = try #require(try FileStatus.of(wake))
    try Roots(first).add(temporary.path)
    #expect(try Roots(second).all().map(\.path) == [temporary.path])
    #expect(try #require(try FileStatus.of(wake)).changed > before.changed)
  }
}
