import Manifest
import Testing

@testable import Imaging

@Suite struct TurningTests {
  func rotate(_ angle: Double, _ others: [String: Edit.Value] = [:]) -> Edit {
    Edit("rotate", others.merging(["angle": .number(angle)]) { $1 })
  }

  @Test(
    "a rotation leaves no empty corner, and its result lies in the picture",
    arguments: [1.5, -10, 33, 45, 80, 90.5, 135, 200, 271, 3599])
  func largestInside(_ angle: Double) throws {
    let red = try plain([200, 10, 10], Size(90, 60))
    let result = try render(file(red), [rotate(angle, ["background": "blue"])]).picture
    for pixel in try result.bytes().chunks(of: 3) { #expect(pixel == [200, 10, 10]) }
    let shrunk = result.size.pixels
    #expect(shrunk < 90 * 60 && shrunk > 90 * 60 / 4)
    // A pixel more on both sides would not fit.
    let filled = try render(file(red), [rotate(angle, ["crop": false, "background": "blue"])])
    let around = filled.picture.size
    #expect(around.width >= result.size.width && around.height >= result.size.height)
    let larger = Size(
      min(around.width, result.size.width + 6), min(around.height, result.size.height + 6))
    let wider = try filled.picture.cut(to: around.cut(larger, at: (0.5, 0.5)))
    #expect(try wider.bytes().chunks(of: 3).contains { $0 != [200, 10, 10] })
  }

  @Test("a small angle turns clockwise around the middle")
  func clockwise() throws {
    // A white bar across the middle of black.
    var pixels = [UInt8](repeating: 0, count: 101 * 101)
    for y in 48...52 { for x in 0..<101 { pixels[y * 101 + x] = 255 } }
    let bar = try raster(pixels, Size(101, 101))
    let result = try render(file(bar), [rotate(10, ["crop": false, "background": "black"])]).picture
    let rows = try result.bytes().chunks(of: result.width)
    let middle = result.height / 2
    #expect(rows[middle][result.width / 2] > 200)
    // The right end went down, the left one up, by 40 · tan 10° = 7.
    #expect(rows[middle + 7][result.width / 2 + 40] > 200)
    #expect(rows[middle - 7][result.width / 2 - 40] > 200)
    #expect(rows[middle - 7][result.width / 2 + 40] < 50)
  }

  @Test("there and back is the picture, softened by twice resampling", arguments: Kind.allCases)
  func thereAndBack(_ kind: Kind) throws {
    let picture = try kind.picture()
    let edits = [
      rotate(20, ["crop": false, "background": "transparent"]),
      rotate(-20, ["crop": false, "background": "transparent"]),
    ]
    let back = try render(file(picture), edits).picture
    let inner = Size(30, 20)
    func middle(_ picture: Picture) throws -> Picture {
      try picture.in8Bits().flattened(on: .white).cut(
        to: Area(
          left: (picture.width - inner.width) / 2, top: (picture.height - inner.height) / 2,
          size: inner))
    }
    #expect(back.hasAlpha)
    #expect(try difference(middle(back), middle(picture))! <= 6)
  }

  @Test("corners are filled with the background, clear or not")
  func background() throws {
    let source = try file(scene())
    let clear = try render(source, [rotate(45, ["crop": false, "background": "#ff000000"])]).picture
    #expect(clear.hasAlpha && clear.size == Size(71, 71))
    #expect(try clear.bytes()[3] == 0)
    let red = try render(source, [rotate(45, ["crop": false, "background": "red"])]).picture
    #expect(try Array(red.bytes()[..<3]) == [255, 0, 0])
    let grey = try render(
      file(scene(bands: 1)), [rotate(45, ["crop": false, "background": "red"])]
    ).picture
    #expect(try Array(grey.bytes()[..<3]) == [255, 0, 0])
  }
}
