import Files
import Manifest
import Testing

@testable import Imaging

@Suite struct WatermarkTests {
  func watermark(_ parameters: [String: Edit.Value] = [:]) -> Edit {
    Edit(
      "watermark", parameters.merging(["image": "mark.png", "sha256": "mark"]) { $1 })
  }

  /// A red mark of 12x6 on a picture.
  func marked(
    _ picture: Picture, _ parameters: [String: Edit.Value] = [:], mark: Picture? = nil
  ) throws -> Picture {
    let mark = try mark ?? plain([200, 0, 0], Size(12, 6))
    return try render(
      file(picture), [watermark(parameters)], attachments: [file(mark)]
    ).picture
  }

  /// The area that differs from a picture.
  func changed(_ result: Picture, _ picture: Picture) throws -> Area? {
    let (bytes, before) = try (result.bytes(), picture.bytes())
    var places: [(x: Int, y: Int)] = []
    for pixel in 0..<picture.size.pixels {
      let range = pixel * picture.bands..<(pixel + 1) * picture.bands
      if bytes[range] != before[range] {
        places.append((pixel % picture.width, pixel / picture.width))
      }
    }
    guard let left = places.map(\.x).min(), let top = places.map(\.y).min() else { return nil }
    return Area(
      left: left, top: top,
      size: Size(places.map(\.x).max()! - left + 1, places.map(\.y).max()! - top + 1))
  }

  typealias Row = ([String: Edit.Value], Area?)

  static let rows: [Row] = [
    ([:], Area(left: 48, top: 34, size: Size(12, 6))),
    (["gravity": "north-west", "margin": 3], Area(left: 3, top: 3, size: Size(12, 6))),
    (["gravity": "centre", "margin": 3], Area(left: 24, top: 17, size: Size(12, 6))),
    (["gravity": "north", "margin": "5%"], Area(left: 24, top: 2, size: Size(12, 6))),
    // Half as wide as the picture, in the mark's own proportions.
    (["scale": 0.5], Area(left: 30, top: 25, size: Size(30, 15))),
    // Never larger than the room.
    (["scale": 1, "margin": 10], Area(left: 10, top: 10, size: Size(40, 20))),
    (["opacity": 0], nil),
  ]

  @Test("a mark lies where it should, in its size", arguments: rows.indices)
  func places(_ index: Int) throws {
    let (parameters, area) = Self.rows[index]
    let picture = try scene()
    #expect(try changed(marked(picture, parameters), picture) == area)
  }

  @Test(
    "a mark covers by its alpha and opacity, on every kind of picture", arguments: Kind.allCases)
  func covers(_ kind: Kind) throws {
    let picture = try kind.picture()
    let mark = try plain([200, 100, 0, 128], Size(60, 40))
    let result = try marked(picture, ["opacity": 0.5], mark: mark)
    #expect(result.is16Bit == picture.is16Bit && result.hasAlpha == picture.hasAlpha)
    let before = try picture.in8Bits().inColour().bytes().map { Double($0) }
    let after = try result.in8Bits().bytes().map { Double($0) }
    let bands = result.bands
    for pixel in [0, 777, 2399] {
      let share = 64.0 / 255
      let old = Array(before[pixel * bands..<(pixel + 1) * bands])
      let new = Array(after[pixel * bands..<(pixel + 1) * bands])
      let ground = bands == 4 ? old[3] / 255 : 1
      let alpha = share + ground * (1 - share)
      for (band, colour) in [200.0, 100, 0].enumerated() {
        let right = (colour * share + old[band] * ground * (1 - share)) / alpha
        #expect(abs(new[band] - right) <= 2, "\(kind) \(pixel) \(band)")
      }
      if bands == 4 { #expect(abs(new[3] / 255 - alpha) < 0.01) }
    }
  }

  @Test("clear parts of a mark leave the picture as it is, whatever colour they hide")
  func clear() throws {
    let picture = try scene()
    let mark = try plain([255, 0, 255, 0], Size(30, 30))
    #expect(try difference(marked(picture, mark: mark), picture) == 0)
    #expect(try difference(marked(picture, ["tile": true], mark: mark), picture) == 0)
  }

  @Test("a grey mark leaves a grey picture grey, a coloured one makes it coloured")
  func grey() throws {
    let picture = try scene(bands: 1)
    #expect(try marked(picture, mark: plain([255, 128], Size(9, 9))).bands == 1)
    #expect(try marked(picture, mark: plain([255, 0, 0], Size(9, 9))).bands == 3)
  }

  @Test("tiles lie a margin apart, one of them where the gravity says")
  func tiles() throws {
    let picture = try plain([0, 0, 0], Size(60, 40))
    let result = try marked(
      picture, ["tile": true, "margin": 4, "gravity": "north-west"])
    let rows = try result.bytes().chunks(of: 3 * 60)
    for (y, row) in rows.enumerated() {
      for (x, pixel) in row.chunks(of: 3).enumerated() {
        let isMarked = (x + 12) % 16 < 12 && (y + 6) % 10 < 6
        #expect(pixel == (isMarked ? [200, 0, 0] : [0, 0, 0]), "\(x) \(y)")
      }
    }
  }

  @Test("in a finish a mark is laid over the output's own pixels, in every size alike")
  func finish() throws {
    let mark = try file(plain([200, 0, 0], Size(400, 200)))
    for width in [30, 60] {
      let output = OutputSettings(
        format: .png, size: SizeRequest(width: width), finish: [watermark(["scale": 0.5])])
      let result = try render(file(scene()), [], output, attachments: [mark]).picture
      let red = try result.bytes().chunks(of: 3).count { $0 == [200, 0, 0] }
      #expect(red == width / 2 * width / 4 || red == width / 2 * (width / 4 + 1))
    }
  }

  @Test("a mark that is no picture, or did not come along, is EDIT_FAILED")
  func broken() throws {
    let source = try file(scene())
    for attachments in [[], [try file(bytes: Array("no picture".utf8))]] {
      let failure = #expect(throws: Failure.self) {
        try render(source, [watermark()], attachments: attachments)
      }
      #expect(failure?.code == .editFailed)
      #expect(failure?.message.contains("mark.png") == true)
    }
  }

  // MARK: Texts

  func drawn(_ text: String) throws -> Picture {
    let file = try MemoryFile.make()
    try Renderer().draw(text: text, into: file)
    return try open(file)
  }

  @Test("a text is drawn white, with alpha, as wide as it is long")
  func text() throws {
    let short = try drawn("© Ann")
    let long = try drawn("© Ann Example, all rights reserved")
    #expect(short.bands == 2 && short.width * 3 < long.width)
    let pixels = try short.bytes().chunks(of: 2)
    #expect(pixels[0] == [0, 0] && pixels.contains([255, 255]))
    #expect(pixels.contains { $0[0] == 0 && $0[1] > 50 })
  }

  @Test("nothing in a text has a meaning of its own")
  func markup() throws {
    let tags = try drawn("<b>a</b> & <x")
    #expect(try tags.width > drawn("a").width * 3)
  }

  @Test("a text of nothing to draw is EDIT_FAILED")
  func blank() throws {
    let failure = #expect(throws: Failure.self) { try drawn(" ") }
    #expect(failure?.code == .editFailed)
  }
}
