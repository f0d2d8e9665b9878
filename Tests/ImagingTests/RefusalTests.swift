import Files
import Glibc
import Manifest
import RenderProtocol
import Testing

@testable import Imaging

@Suite struct RefusalTests {
  func code(_ file: Descriptor, _ limits: Limits = Limits()) -> ErrorCode? {
    do {
      _ = try render(file, limits: limits)
      return nil
    } catch {
      return (error as? Failure)?.code
    }
  }

  @Test("what is no photo says what it is")
  func foreign() throws {
    Vips.start()
    #expect(try code(file(bytes: [])) == .emptyFile)
    #expect(try code(file(bytes: Array("hello, this is text".utf8))) == .notAnImage)
    #expect(try code(file(bytes: Array("%PDF-1.4 …".utf8))) == .formatBlocked)
    let svg = "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\"/>"
    #expect(try code(file(bytes: Array(svg.utf8))) == .formatBlocked)
    #expect(try code(file(bytes: Array("P6 1 1 255 abc".utf8))) == .formatBlocked)
    #expect(
      try code(file(bytes: [0, 0, 0, 24] + Array("ftypmp42".utf8) + [0, 0, 0, 0]))
        == .mediaNotSupported)
  }

  @Test("a format that is switched off is FORMAT_BLOCKED")
  func blocked() throws {
    let source = try file(scene())
    #expect(code(source, Limits(formats: ["jpeg"])) == .formatBlocked)
    #expect(code(source, Limits(formats: ["png"])) == nil)
  }

  @Test("too many pixels are TOO_LARGE by the header")
  func large() throws {
    #expect(try code(file(scene()), Limits(maxPixels: 2399)) == .tooLarge)
    #expect(try code(file(scene()), Limits(maxPixels: 2400)) == nil)
  }

  @Test(
    "a file that ends too early fails and leaves no grey rows",
    arguments: ["jpegsave_target", "pngsave_target", "gifsave_target", "webpsave_target"])
  func truncated(_ saver: String) throws {
    let whole = try file(scene(Size(600, 400)), as: saver).readAll()
    let cut = try file(bytes: Array(whole[..<(whole.count * 2 / 3)]))
    #expect(code(cut) == .decodeFailed)
  }

  @Test("the offset that a descriptor stands at is of no matter and is not moved")
  func offset() throws {
    let source = try file(scene())
    lseek(source.raw, 77, SEEK_SET)
    for _ in 0..<2 { #expect(try render(source).picture.size == Size(60, 40)) }
    #expect(lseek(source.raw, 0, SEEK_CUR) == 77)
  }

  @Test("outputs without as many files are refused")
  func files() throws {
    #expect(throws: Failure.self) {
      try Renderer().render(
        source: file(scene()),
        request: Request.Render(
          limits: Limits(), operations: [], outputs: [OutputSettings(format: .png)]),
        files: [], progress: { _ in })
    }
  }
}
