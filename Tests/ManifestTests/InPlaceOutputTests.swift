import Testing

@testable import Manifest

@Suite struct InPlaceOutputTests {
  /// An in-place output as read, whatever is said of it.
  private func read(_ text: String, top: String = "{}") throws -> InPlaceOutput? {
    let reading = Reading(file: "m")
    let manifest = try #require(
      reading.fields(
        try YAMLReader.read(Array(top.utf8), reading),
        KeyTable.parameters(.manifest).filter { !$0.isRequired }, of: "the manifest"))
    var outputs = OutputReading(reading, manifest: manifest)
    let node = try YAMLReader.read(Array("[{in-place: true\(text)}]".utf8), reading)
    _ = outputs.outputs(node)
    return outputs.inPlace
  }

  @Test("In place nothing is lost that was not asked for")
  func defaults() throws {
    let output = try #require(try read(""))
    #expect(output == InPlaceOutput())
    #expect(output.metadata == .keep && output.profile == .keep && output.losses == .fail)
    let settings = output.settings(format: .jpeg, subsampling: .off, isLossless: false)
    #expect(settings.encoding == Encoding(quality: 95, subsampling: .off))
    #expect(settings.size == nil && settings.losses == .fail)
  }

  @Test("The photo's own format decides what its coding can say")
  func formats() throws {
    let output = try #require(try read(", effort: 7, quality: {jpeg: 80}"))
    func encoding(_ format: ImageFormat, isLossless: Bool = true) -> Encoding {
      output.settings(format: format, subsampling: nil, isLossless: isLossless).encoding
    }
    #expect(encoding(.jpeg) == Encoding(quality: 80, effort: 7))
    #expect(encoding(.png) == Encoding(effort: 7))
    #expect(encoding(.webp) == Encoding(quality: 95, effort: 7, lossless: true))
    #expect(encoding(.webp, isLossless: false) == Encoding(quality: 95, effort: 7))
  }

  @Test("What is said goes before the photo's own, and an output's before the manifest's")
  func settings() throws {
    let output = try #require(
      try read(
        ", subsampling: 4:2:0, lossless: false, reencode: true, metadata: strip, quality: 50",
        top: "{metadata: private, profile: srgb, quality: 60, losses: warn}"))
    #expect(output.reencode && output.metadata == .strip && output.profile == .srgb)
    #expect(output.losses == .warn)
    let settings = output.settings(format: .webp, subsampling: .off, isLossless: true)
    #expect(settings.encoding == Encoding(quality: 50))
    #expect(
      output.settings(format: .jpeg, subsampling: .off, isLossless: false).encoding.subsampling
        == .on)
  }
}
