import Manifest

/// Texts of a policy as datasets of IPTC. Source: IPTC-NAA IIM 4.2, chapters 5 and 6.
extension PhotoshopResources {
  /// The number of a text's dataset in the application record.
  static func dataset(of text: MetadataPolicy.Text) -> Int {
    switch text {
    case .creator: 80
    case .copyright: 116
    case .description: 120
    }
  }

  /// IPTC's datasets with these texts behind those of their record.
  static func adding(_ texts: [MetadataPolicy.Text: String], to iptc: [UInt8]?) -> [UInt8]? {
    let iptc = iptc ?? []
    let isUTF8 = iptc.starts(with: utf8)
    var values = MetadataPolicy.Text.allCases.compactMap { text in
      texts[text].map { (dataset(of: text), [UInt8]($0.utf8)) }
    }
    var head: [UInt8] = []
    if !isUTF8 && values.contains(where: { !isASCII($0.1) }) {
      // Others may be in an encoding of which the block does not tell.
      let canSay =
        datasets(iptc).allSatisfy { isASCII(iptc[$0.value]) || $0.record == 2 && $0.number == 0 }
        && !datasets(iptc).contains { $0.record == 1 && $0.number == 90 }
      if canSay { head = utf8 } else { values.removeAll { !isASCII($0.1) } }
    }
    guard !values.isEmpty else { return iptc.isEmpty ? nil : iptc }
    // The record's version, which a block must have.
    if iptc.isEmpty { values.insert((0, [0, 4]), at: 0) }
    let added = values.flatMap { number, value -> [UInt8] in
      let isShort = value.count < 0x8000
      let length: [UInt8] =
        isShort ? [UInt8](value.count, 2) : [0x80, 4] + [UInt8](value.count, 4)
      return [0x1c, 2, UInt8(number)] + length + value
    }
    let end =
      datasets(iptc).first { $0.record > 2 }?.range.lowerBound
      ?? datasets(iptc).last?.range.upperBound ?? 0
    return head + iptc[..<end] + added + iptc[end...]
  }

  /// The dataset that says in what encoding texts are, here UTF-8.
  private static let utf8: [UInt8] = [0x1c, 1, 90, 0, 3, 0x1b, 0x25, 0x47]

  private static func isASCII(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 }
  }
}
