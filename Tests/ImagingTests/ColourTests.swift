import CVips
import Files
import Manifest
import Testing

@testable import Imaging

@Suite struct ColourTests {
  /// One colour with a profile of libvips' own.
  func flat(_ colour: [UInt8], profile: String?, space: String = "srgb") throws -> Picture {
    Vips.start()
    let pixels = (0..<256).flatMap { _ in colour }
    let picture = try Picture(
      pixels: pixels, VIPS_FORMAT_UCHAR, Size(16, 16), bands: colour.count
    ).call("copy", [("interpretation", .text(space))])
    guard let profile else { return picture }
    let data = try bytes(of: profile)
    let copy = try picture.copy()
    copy.set("icc-profile-data", blob: data)
    return copy
  }

  /// The bytes of a profile that libvips has built in.
  func bytes(of profile: String) throws -> [UInt8] {
    try flat([1, 2, 3], profile: nil).call(
      "icc_transform", [("input-profile", "srgb"), ("output-profile", .text(profile))]
    ).blob("icc-profile-data")!
  }

  @Test("a picture without a profile keeps its numbers, in colour and in grey")
  func untagged() throws {
    let colour = try render(file(flat([30, 30, 200], profile: nil)))
    #expect(try Array(colour.bytes[..<3]) == [30, 30, 200])
    let grey = try render(file(flat([77], profile: nil, space: "b-w")))
    #expect(try grey.bytes.allSatisfy { $0 == 77 })
    #expect(colour.warnings == [])
  }

  @Test("a wide profile is converted and left out, or kept with its numbers")
  func wide() throws {
    let source = try file(flat([240, 0, 0], profile: "p3"))
    let converted = try render(source)
    #expect(try Array(converted.bytes[..<3]) == [255, 0, 0])
    #expect(!converted.picture.hasField("icc-profile-data"))
    let kept = try render(source, [], OutputSettings(format: .png, profile: .keep))
    #expect(try Array(kept.bytes[..<3]) == [240, 0, 0])
    #expect(kept.picture.hasField("icc-profile-data"))
  }

  @Test("both profile policies work in one request")
  func both() throws {
    let outputs = [
      OutputSettings(format: .png, profile: .keep), OutputSettings(format: .png, profile: .srgb),
    ]
    let (files, _) = try renderAll(file(flat([240, 0, 0], profile: "p3")), [], outputs)
    #expect(try files.map { try Array(open($0).bytes()[..<3]) } == [[240, 0, 0], [255, 0, 0]])
  }

  @Test("sRGB's own profile is known, others are not taken for it")
  func recognition() throws {
    #expect(ColorProfile(try bytes(of: "srgb"))!.isSRGB)
    #expect(!ColorProfile(try bytes(of: "p3"))!.isSRGB)
    #expect(!ColorProfile(try bytes(of: "cmyk"))!.isSRGB)
    #expect(ColorProfile([1, 2, 3]) == nil)
  }

  @Test("a profile that is broken or of another kind is left out with a warning")
  func broken() throws {
    let picture = try flat([30, 30, 200], profile: "p3")
    picture.set("icc-profile-data", blob: Array(picture.blob("icc-profile-data")![..<200]))
    let grey = try flat([77], profile: "p3", space: "b-w")
    for (source, right) in [(picture, [30, 30, 200]), (grey, [77])] as [(Picture, [UInt8])] {
      let tiff = try file(source, as: "tiffsave_target")
      for profile in ProfilePolicy.allCases {
        let result = try render(tiff, [], OutputSettings(format: .png, profile: profile))
        #expect(try Array(result.bytes[..<right.count]) == right)
        #expect(result.warnings == [.profileBroken])
        #expect(!result.picture.hasField("icc-profile-data"))
      }
    }
  }

  @Test("CMYK becomes sRGB, with a profile and without")
  func cmyk() throws {
    for profile in ["cmyk", nil] {
      let source = try file(
        flat([0, 255, 255, 0], profile: profile, space: "cmyk"), as: "tiffsave_target")
      for format in [ImageFormat.jpeg, .png] {
        let pixel = try render(source, [], OutputSettings(format: format)).bytes[..<3]
        #expect(pixel[0] > 200 && pixel[1] < 70 && pixel[2] < 70, "\(pixel)")
      }
      let kept = try render(source, [], OutputSettings(format: .jpeg, profile: .keep))
      #expect(kept.warnings == [.profileConverted])
    }
  }
}
