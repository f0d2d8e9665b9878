import Files
import Glibc
import Testing

@testable import Storage

@Suite struct ObjectStoreTests {
  let temporary: TemporaryFolder
  let objects: ObjectStore

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.makeFolder("objects")
    objects = try ObjectStore(temporary.path.appending("objects"))
  }

  private func source(_ text: String = "abc") throws -> Descriptor {
    try Descriptor.open(temporary.write("source", text), O_RDWR)
  }

  @Test("Bytes are kept under their hash, read-only, in a file of their own")
  func store() throws {
    let source = try source()
    let digest = try objects.store(source)
    #expect(digest == Digest.of("abc"))
    let path = temporary.path.appending(
      "objects/ba/7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let status = try #require(try FileStatus.of(path))
    #expect(status.mode & 0o777 == 0o444)
    #expect(status.links == 1)
    #expect(try status.inode != source.status().inode)
    #expect(try objects.open(digest).readAll() == Array("abc".utf8))
    #expect(try Folder(temporary.path.appending("objects")).entries().map(\.name) == ["ba"])
  }

  @Test("The same bytes are stored once, and go on being read by who has them open")
  func twice() throws {
    let first = try objects.store(source())
    let reading = try objects.open(first)
    #expect(try objects.store(source()) == first)
    #expect(try Folder(temporary.path.appending("objects/ba")).entries().count == 1)
    #expect(try reading.readAll() == Array("abc".utf8))
  }

  @Test("A source that is changed later does not change its object")
  func independent() throws {
    let source = try source()
    let digest = try objects.store(source)
    #expect(ftruncate(source.raw, 0) == 0)
    #expect(try objects.open(digest).readAll() == Array("abc".utf8))
  }

  @Test("An object that is not there is an error, and one that cannot be stored leaves nothing")
  func failures() throws {
    let missing = #expect(throws: SystemError.self) { try self.objects.open(Digest.of("")) }
    #expect(missing?.number == ENOENT)
    let folder = try Descriptor.open(temporary.path, O_RDONLY | O_DIRECTORY)
    #expect(throws: SystemError.self) { try self.objects.store(folder) }
    #expect(try Folder(temporary.path.appending("objects")).entries().isEmpty)
  }
}
