import Files
import Manifest
import RenderProtocol
import Testing

@testable import Imaging

@Suite struct SourceInfoTests {
  func header(_ file: Descriptor) throws -> SourceHeader {
    try Renderer().inspect(source: file, limits: .init())
  }

  @Test("A header tells how a photo is coded")
  func coding() throws {
    let jpeg = try header(file(scene(), as: "jpegsave_target", [("subsample-mode", "off")]))
    #expect(jpeg.imageFormat == .jpeg && jpeg.subsampling == .off && !jpeg.isLossless)
    let small = try header(file(scene(), as: "jpegsave_target", [("subsample-mode", "on")]))
    #expect(small.subsampling == .on && small.bits == 8)
    let deep = try header(file(deepScene()))
    #expect(deep.imageFormat == .png && deep.bits == 16 && deep.isLossless)
    for isLossless in [false, true] {
      let webp = try header(
        file(scene(), as: "webpsave_target", [("lossless", .flag(isLossless))]))
      #expect(webp.isLossless == isLossless && webp.imageFormat == .webp)
    }
    for (mode, subsampling) in [("on", Encoding.Subsampling.on), ("off", .off)] {
      let avif = try header(
        file(
          scene(), as: "heifsave_target",
          [("compression", "av1"), ("subsample-mode", .text(mode)), ("effort", 0)]))
      #expect(avif.imageFormat == .avif && avif.subsampling == subsampling)
    }
  }

  @Test(
    "Real files tell their depth, their format and their gain map",
    arguments: Sample.all.filter { $0.outcome == "ok" })
  func real(_ sample: Sample) throws {
    let header = try header(sample.open())
    #expect(header.hasGainMap == sample.path.contains("ultra-hdr"))
    if sample.path.hasSuffix(".heic") { #expect(header.imageFormat == .heic) }
    if sample.path.hasSuffix(".avif") { #expect(header.imageFormat == .avif) }
    if sample.path.contains("16bit") { #expect(header.bits == 16) }
    if sample.path.contains("10bit") { #expect(header.bits == 10) }
  }
}
