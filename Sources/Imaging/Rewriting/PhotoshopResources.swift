import Manifest

/// The image resources that Photoshop keeps in a JPEG file; IPTC is one of them.
/// Source: Adobe Photoshop File Formats, "Image Resource Blocks"; IPTC-NAA IIM 4.2, chapter 1.
struct PhotoshopResources {
  private struct Resource {
    let number: Int
    /// With signature, number and name.
    let head: [UInt8]
    let data: [UInt8]
  }

  private static let iptc = 0x404
  private static let iptcDigest = 0x425

  private var resources: [Resource] = []

  init() {}

  /// - Parameter bytes: from the first signature on.
  /// Returns nil if they are no such resources.
  init?(_ bytes: [UInt8]) {
    var place = 0
    while place < bytes.count {
      // Padding may end it.
      if bytes[place...].allSatisfy({ $0 == 0 }) { break }
      guard let number = bytes.number(2, at: place + 4), let name = bytes.number(1, at: place + 6),
        ["8BIM", "PHUT", "AgHg", "DCSR", "MeSa"].contains(where: bytes[place...].hasPrefix)
      else { return nil }
      let start = place + 6 + (name + 2) / 2 * 2
      guard let length = bytes.number(4, at: start), let data = bytes.range(start + 4, length)
      else { return nil }
      resources.append(
        Resource(number: number, head: Array(bytes[place..<start]), data: Array(bytes[data])))
      place = data.upperBound + length % 2
    }
  }

  /// IPTC's datasets, if they are among the resources.
  var iptc: [UInt8]? { resources.first { $0.number == Self.iptc }?.data }

  /// Those of a file that has IPTC by itself.
  mutating func add(iptc: [UInt8]) {
    resources.append(
      Resource(
        number: Self.iptc, head: Array("8BIM".utf8) + [UInt8](Self.iptc, 2) + [0, 0], data: iptc))
  }

  /// What may stay, and the texts of the policy; nil if that is nothing.
  func edited(_ rules: MetadataRules) -> [UInt8]? {
    var left = PhotoshopResources()
    let edited = Self.edited(iptc ?? [], rules)
    for resource in resources {
      // It would tell of other data.
      if resource.number == Self.iptcDigest && edited != iptc { continue }
      if resource.number == Self.iptc {
        if let edited {
          left.resources.append(
            Resource(number: Self.iptc, head: resource.head, data: edited))
        }
      } else if rules.keeps(resource: resource.number) {
        left.resources.append(resource)
      }
    }
    if let edited, left.iptc == nil { left.add(iptc: edited) }
    return left.bytes
  }

  /// nil if there are none.
  var bytes: [UInt8]? {
    var all: [UInt8] = []
    for resource in resources {
      all += resource.head + [UInt8](resource.data.count, 4) + resource.data
      if !resource.data.count.isMultiple(of: 2) { all.append(0) }
    }
    return all.isEmpty ? nil : all
  }

  /// Without IPTC; nil if there are no others.
  var bytesBesideIPTC: [UInt8]? {
    var others = self
    others.resources.removeAll { $0.number == Self.iptc || $0.number == Self.iptcDigest }
    return others.bytes
  }

  /// Datasets of IPTC that may stay, and the texts of the policy; what cannot be read goes. nil if
  /// nothing is left.
  static func edited(_ iptc: [UInt8], _ rules: MetadataRules) -> [UInt8]? {
    let kept = datasets(iptc).filter { rules.keeps(iptc: $0.record, $0.number) }
    // Version and encoding alone say nothing.
    let isEmpty = kept.allSatisfy { $0.record == 1 || $0.number == 0 }
    return adding(
      rules.textBlocks.contains(.iptc) ? rules.policy.set : [:],
      to: isEmpty ? nil : kept.flatMap { iptc[$0.range] })
  }

  /// Its datasets without what fills a block up.
  static func withoutPadding(_ iptc: [UInt8]) -> [UInt8] {
    Array(iptc[..<(datasets(iptc).last?.range.upperBound ?? 0)])
  }

  struct Dataset {
    let record: Int
    let number: Int
    let range: Range<Int>
    let value: Range<Int>
  }

  static func datasets(_ iptc: [UInt8]) -> [Dataset] {
    var found: [Dataset] = []
    var place = 0
    while iptc.number(1, at: place) == 0x1c, let record = iptc.number(1, at: place + 1),
      let number = iptc.number(1, at: place + 2), let short = iptc.number(2, at: place + 3)
    {
      var start = place + 5
      var length = short
      if short & 0x8000 != 0 {
        // The length of the length; more than four bytes are nobody's.
        let width = short & 0x7fff
        guard width <= 4, let long = iptc.number(width, at: start) else { break }
        start += width
        length = long
      }
      guard let value = iptc.range(start, length) else { break }
      found.append(
        Dataset(
          record: record, number: number, range: place..<value.upperBound, value: value))
      place = value.upperBound
    }
    return found
  }
}
