import Files
import FoundationEssentials
import Glibc
import Manifest
import RenderProtocol
import Testing

@testable import Imaging

/// Real files of other projects, with the right outcome for each. They are not part of the
/// repository; where they are not there, nothing is tested.
struct Sample: CustomTestStringConvertible, Sendable {
  let path: String
  let outcome: String
  let text: String
  var testDescription: String { path }

  static let folder = FileManager.default.currentDirectoryPath + "/../shared/images/"

  static let all: [Sample] = {
    let index = FileManager.default.contents(atPath: folder + "INDEX.tsv") ?? Data()
    return String(decoding: index, as: UTF8.self).split(separator: "\n").dropFirst().map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      return Sample(
        path: String(columns[0]), outcome: String(columns[13]), text: String(columns[14]))
    }
  }()

  func open() throws -> Descriptor { try .open(BytePath(Self.folder + path), O_RDONLY) }

  /// "1800x1200" of the upright size, if the text states one.
  var size: Size? {
    for word in text.split(whereSeparator: { " ,;:.()".contains($0) }) {
      let parts = word.split(separator: "x").map { Int($0) }
      if parts.count == 2, let width = parts[0], let height = parts[1] {
        return Size(width, height)
      }
    }
    return nil
  }

  /// The means of the four quarters, if the text states them.
  var quarters: [[Double]]? {
    let found = ["TL=", "TR=", "BL=", "BR="].compactMap { name -> [Double]? in
      guard let start = text.range(of: name)?.upperBound else { return nil }
      return text[start...].prefix { $0.isNumber || $0 == "," }.split(separator: ",")
        .compactMap { Double($0) }
    }
    return found.count == 4 ? found : nil
  }
}

extension String {
  fileprivate func range(of part: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) {
        return start..<index(start, offsetBy: part.count)
      }
      start = index(after: start)
    }
    return nil
  }
}

/// The means of the four quarters on white.
func quarterMeans(_ picture: Picture) throws -> [[Double]] {
  var opaque = try picture.in8Bits()
  if opaque.hasAlpha {
    opaque = try opaque.call("flatten", [("background", .numbers([255]))])
  }
  let small = try opaque.premultiplied {
    try $0.call(
      "resize",
      [
        ("scale", .number(2 / Double($0.width))), ("vscale", .number(2 / Double($0.height))),
        ("kernel", "linear"), ("gap", 1),
      ])
  }
  return try small.bytes().map { Double($0) }.chunks(of: small.bands)
}

extension Array {
  func chunks(of count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<$0 + count]) }
  }
}

@Suite(.serialized) struct SampleTests {
  @Test("a sample comes out right or fails for itself", arguments: Sample.all)
  func sample(_ sample: Sample) throws {
    let source = try sample.open()
    if sample.outcome == "fail" {
      #expect(throws: Failure.self) { try render(source) }
      return
    }
    if sample.outcome == "either", (try? Renderer().inspect(source: source, limits: .init())) == nil
    {
      return
    }
    let result: Result
    do {
      result = try render(source)
    } catch let failure as Failure where sample.outcome == "either" {
      #expect(failure.code == .decodeFailed)
      return
    }
    #expect(try Renderer().inspect(source: source, limits: .init()).width == result.picture.width)
    if let size = sample.size, !sample.path.hasPrefix("size/very-wide") {
      #expect(result.picture.size == size)
    }
    // libvips cannot undo XYB; the profile must stay.
    if sample.path.contains("xyb") {
      #expect(result.picture.hasField("icc-profile-data"))
      return
    }
    if let quarters = sample.quarters, result.picture.size.pixels > 4 {
      for (found, right) in zip(try quarterMeans(result.picture), quarters) {
        let bands = right.count == 1 ? [right[0], right[0], right[0]] : right
        for (a, b) in zip(found, bands) {
          #expect(abs(a - b) <= 7, "\(found) for \(bands)")
        }
      }
    }
  }
}
