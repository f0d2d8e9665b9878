import CVips

/// The few things that we ask of an ICC profile ourselves; lcms reads the rest.
/// Source: ICC.1:2010, sections 7.2, 7.3 and 10.
struct ColorProfile {
  private let bytes: [UInt8]

  /// nil if the header is cut short.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 132 else { return nil }
    self.bytes = bytes
  }

  /// The data's colour space: "RGB ", "GRAY", "CMYK" …
  var space: String { String(decoding: bytes[16..<20], as: UTF8.self) }

  /// XYB as libjxl writes it for JPEG; libvips 8.14 cannot convert from it.
  var isXYB: Bool { contains("X\0Y\0B") || contains("XYB") }

  /// Does converting from it to sRGB change nothing that 8 bits can show?
  var isSRGB: Bool {
    guard space == "RGB ", tag("A2B0") == nil, let red = xyz("rXYZ"), let green = xyz("gXYZ"),
      let blue = xyz("bXYZ")
    else { return false }
    // sRGB's primaries, adapted to D50.
    let primaries = [
      0.43607, 0.22249, 0.01392, 0.38515, 0.71687, 0.09708, 0.14307, 0.06061, 0.71410,
    ]
    let isNear = zip(red + green + blue, primaries).allSatisfy { abs($0 - $1) < 0.002 }
    return isNear && ["rTRC", "gTRC", "bTRC"].allSatisfy(hasCurveOfSRGB)
  }

  private func hasCurveOfSRGB(_ name: String) -> Bool {
    guard let curve = curve(name) else { return false }
    return stride(from: 0.05, to: 1, by: 0.1).allSatisfy { x in
      abs(curve(x) - LinearLight.decoded(x)) < 0.002
    }
  }

  /// A tone curve of type `curv` or `para` 3, the ones that sRGB profiles use.
  private func curve(_ name: String) -> ((Double) -> Double)? {
    guard let start = tag(name), start + 12 <= bytes.count else { return nil }
    let count = Int(word(start + 8))
    switch text(start) {
    case "curv" where count > 1 && start + 12 + count * 2 <= bytes.count:
      return { x in
        let place = x * Double(count - 1)
        let low = min(count - 2, Int(place))
        let share = place - Double(low)
        func entry(_ index: Int) -> Double {
          let at = start + 12 + index * 2
          return Double(Int(bytes[at]) << 8 | Int(bytes[at + 1])) / 65535
        }
        return entry(low) * (1 - share) + entry(low + 1) * share
      }
    case "para" where bytes[start + 9] == 3 && start + 32 <= bytes.count:
      let p = (0..<5).map { fixed(start + 12 + $0 * 4) }
      return { x in x >= p[4] ? pow(p[1] * x + p[2], p[0]) : p[3] * x }
    default: return nil
    }
  }

  private func xyz(_ name: String) -> [Double]? {
    guard let start = tag(name), start + 20 <= bytes.count else { return nil }
    return (0..<3).map { fixed(start + 8 + $0 * 4) }
  }

  /// Where a tag's data start.
  private func tag(_ name: String) -> Int? {
    let count = min(Int(word(128)), (bytes.count - 132) / 12)
    return (0..<count).map { 132 + $0 * 12 }.first { text($0) == name }.map { Int(word($0 + 4)) }
  }

  private func text(_ start: Int) -> String {
    String(decoding: bytes[start..<start + 4], as: UTF8.self)
  }

  private func word(_ start: Int) -> UInt32 {
    bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func fixed(_ start: Int) -> Double { Double(Int32(bitPattern: word(start))) / 65536 }

  private func contains(_ text: String) -> Bool {
    bytes.contains(text)
  }
}
