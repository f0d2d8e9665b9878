import Manifest
import Testing

@testable import Imaging

@Suite struct GeometryTests {
  typealias Row = (Size, SizeRequest, scaled: Size, result: Size, isCapped: Bool)

  static let rows: [Row] = [
    (
      Size(4000, 3000), SizeRequest(width: 1024, height: 1024), Size(1024, 768), Size(1024, 768),
      false
    ),
    (Size(21600, 48), SizeRequest(width: 300, height: 300), Size(300, 1), Size(300, 1), false),
    (Size(3, 2), SizeRequest(width: 1), Size(1, 1), Size(1, 1), false),
    (Size(1203, 799), SizeRequest(height: 400), Size(602, 400), Size(602, 400), false),
    (
      Size(600, 400), SizeRequest(width: 300, height: 300, fit: .outside), Size(450, 300),
      Size(450, 300), false
    ),
    (
      Size(600, 400), SizeRequest(width: 300, height: 300, fit: .cover), Size(450, 300),
      Size(300, 300), false
    ),
    (
      Size(600, 400), SizeRequest(width: 300, height: 300, fit: .contain), Size(300, 200),
      Size(300, 300), false
    ),
    (
      Size(600, 400), SizeRequest(width: 300, height: 300, fit: .fill), Size(300, 300),
      Size(300, 300), false
    ),
    (Size(60, 40), SizeRequest(width: 120), Size(60, 40), Size(60, 40), true),
    (Size(60, 40), SizeRequest(width: 120, enlarge: true), Size(120, 80), Size(120, 80), false),
    (
      Size(60, 40), SizeRequest(width: 50, height: 50, fit: .cover), Size(60, 40), Size(50, 40),
      true
    ),
    (
      Size(60, 40), SizeRequest(width: 90, height: 90, fit: .contain), Size(60, 40), Size(90, 90),
      true
    ),
    (
      Size(60, 40), SizeRequest(width: 30, height: 80, fit: .fill), Size(30, 40), Size(30, 40), true
    ),
    (Size(60, 40), SizeRequest(width: 60, height: 40), Size(60, 40), Size(60, 40), false),
  ]

  @Test("every fit gives its size", arguments: rows.indices)
  func fits(_ index: Int) {
    let row = Self.rows[index]
    let plan = ResizePlan(row.0, row.1)
    #expect(plan.scaled == row.scaled)
    #expect(plan.result == row.result)
    #expect(plan.isCapped == row.isCapped)
  }

  @Test("spare room goes where the gravity says")
  func placement() throws {
    let east = Placement(Size(10, 10), on: Size(20, 30), at: try #require(Gravity.east.position))
    #expect(east.left == 10 && east.top == 10)
    let north = Placement(Size(30, 30), on: Size(20, 20), at: try #require(Gravity.north.position))
    #expect(north.left == -5 && north.top == 0)
  }
}
