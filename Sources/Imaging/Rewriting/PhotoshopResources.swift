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

  /// nil if nothing is left.
  func filtered(_ rules: MetadataRules) -> [UInt8]? {
    var left: [UInt8] = []
    let iptc = resources.first { $0.number == Self.iptc }?.data
    let kept = iptc.flatMap { Self.filtered($0, rules) }
    for resource in resources where rules.keeps(resource: resource.number) {
      var data = resource.data
      if resource.number == Self.iptc {
        guard let kept else { continue }
        data = kept
      }
      // It would tell of other data.
      if resource.number == Self.iptcDigest && kept != iptc { continue }
      left += resource.head + [UInt8](data.count, 4) + data
      if !data.count.isMultiple(of: 2) { left.append(0) }
    }
    return left.isEmpty ? nil : left
  }

  /// Does a block hold anything that must not stay?
  /// - Parameter block: with the mark of a JPEG segment, without, or IPTC alone.
  static func holds(_ block: [UInt8], against rules: MetadataRules) -> Bool {
    let mark = "Photoshop 3.0\0"
    let bytes = block.hasPrefix(mark) ? Array(block.dropFirst(mark.utf8.count)) : block
    func holds(iptc: [UInt8]) -> Bool {
      datasets(iptc).contains { !rules.keeps(iptc: $0.record, $0.number) }
    }
    guard let resources = PhotoshopResources(bytes)?.resources else { return holds(iptc: bytes) }
    return resources.contains { resource in
      !rules.keeps(resource: resource.number)
        || resource.number == Self.iptc && holds(iptc: resource.data)
    }
  }

  /// Datasets of IPTC; what cannot be read goes. nil if nothing is left.
  static func filtered(_ iptc: [UInt8], _ rules: MetadataRules) -> [UInt8]? {
    var left: [UInt8] = []
    for dataset in datasets(iptc) where rules.keeps(iptc: dataset.record, dataset.number) {
      left += iptc[dataset.range]
    }
    return left.isEmpty ? nil : left
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
