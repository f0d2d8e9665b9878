import Files
import Manifest
import RenderProtocol
import Testing

@testable import Imaging

@Suite struct OperationExampleTests {
  enum Source: CaseIterable {
    case colour, grey, alpha, deep, animated

    func file() throws -> Descriptor {
      switch self {
      case .colour: try Self.framed(scene(Self.size))
      case .grey: try Self.framed(scene(Self.size, bands: 1))
      case .alpha: try Self.framed(scene(Self.size, bands: 4))
      case .deep: try Self.framed(deepScene(Self.size))
      case .animated:
        try animation(
          try scene(Self.size).placed(Self.frame, .white), as: "webpsave_target")
      }
    }

    var format: ImageFormat { self == .animated ? .webp : .png }

    /// Larger than a tile of `clahe`, in a frame that `trim` finds.
    private static let size = Size(90, 72)
    private static let frame = Placement(left: 7, top: 5, canvas: Size(104, 82))

    private static func framed(_ picture: Picture) throws -> Descriptor {
      try ImagingTests.file(picture.placed(frame, .white))
    }

    /// Operations whose examples find nothing to do here.
    var untouched: Set<String> {
      let small: Set = ["resize"]
      return switch self {
      case .grey: small.union(["flatten", "grayscale", "saturation", "hue"])
      case .alpha: small
      case .colour, .deep, .animated: small.union(["flatten"])
      }
    }
  }

  @Test(
    "an operation's documented example works on every kind of picture",
    arguments: OperationTable.all.map(\.name), Source.allCases)
  func example(_ name: String, _ source: Source) throws {
    let spec = try #require(OperationTable.find(name))
    let text = "minilab: 1\nedit:\n  - \(spec.example)"
    var edit = try #require(try ManifestParser.parse(Array(text.utf8), file: "m").edit)
    if name == "watermark" { edit[0].attachment = "logo" }
    let attachments = [try file(plain([200, 0, 0], Size(20, 20)))]
    let encoding = Encoding(lossless: source == .animated)
    let output = OutputSettings(format: source.format, encoding: encoding)
    let result = try render(source.file(), edit, output, attachments: attachments)
    #expect(result.warnings == [])
    let isChanged = try result.bytes != open(source.file()).bytes()
    #expect(isChanged == !source.untouched.contains(name))
    if source == .deep && name != "retro" { #expect(result.picture.is16Bit) }
    // The encoder takes frames that became equal for one.
    if source == .animated && name != "threshold" {
      #expect(result.picture.integer("n-pages") == 5)
    }
    if source == .alpha && name != "flatten" { #expect(result.picture.hasAlpha) }

    // In place of an edit, after the output's own resize.
    let finished = OutputSettings(
      format: source.format, size: SizeRequest(width: 80), finish: edit, encoding: encoding)
    let small = try render(source.file(), [], finished, attachments: attachments)
    #expect(small.picture.size.pixels > 0)
  }
}
