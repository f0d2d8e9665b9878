import FoundationEssentials
import Testing

@testable import Manifest

@Suite struct MetadataPolicyTests {
  private func json(_ policy: MetadataPolicy) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(policy), as: UTF8.self)
  }

  @Test(
    "A plain policy is a word in JSON, others a mapping in one order",
    arguments: [
      (MetadataPolicy.private, "\"private\""), (.keep, "\"keep\""), (.strip, "\"strip\""),
      (
        MetadataPolicy(.keep, remove: [.iptc, .gps], set: [.creator: "A"]),
        "{\"base\":\"keep\",\"remove\":[\"gps\",\"iptc\"],\"set\":{\"creator\":\"A\"}}"
      ),
    ])
  func coding(policy: MetadataPolicy, text: String) throws {
    #expect(try json(policy) == text)
    #expect(try JSONDecoder().decode(MetadataPolicy.self, from: Data(text.utf8)) == policy)
  }

  @Test("Policies that ask for the same are equal")
  func equal() {
    #expect(MetadataPolicy(.strip, remove: [.gps, .exif]) == .strip)
    #expect(MetadataPolicy(.private, remove: [.gps, .people, .thumbnails, .owner]) == .private)
    #expect(MetadataPolicy(.private, remove: [.xmp]) != .private)
    #expect(MetadataPolicy(.private, set: [.creator: " \0 "]) == .private)
    #expect(
      MetadataPolicy(.keep, set: [.creator: " A\u{7}\r\nB "])
        == MetadataPolicy(.keep, set: [.creator: "A\nB"]))
    #expect(
      MetadataPolicy(.keep, remove: [.serials])
        == MetadataPolicy(.keep, remove: [.serials, .makerNotes]))
    #expect(MetadataPolicy(.keep, remove: [.gps]) != .keep)
  }

  @Test("Of several policies the strictest holds, whatever their order")
  func strictest() {
    let policies = [
      MetadataPolicy(.keep, remove: [.gps]), .private, MetadataPolicy(.keep, remove: [.xmp]),
    ]
    let right = MetadataPolicy(.private, remove: [.xmp])
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
      #expect(MetadataPolicy.strictest(of: order.map { policies[$0] }) == right)
    }
    #expect(MetadataPolicy.strictest(of: [.private, .strip, .keep]) == .strip)
    #expect(MetadataPolicy.strictest(of: []) == .keep)
  }

  @Test("A text that was written stays until a later policy removes or writes it")
  func texts() {
    let written = MetadataPolicy(.keep, set: [.creator: "A", .copyright: "B"])
    func set(_ next: MetadataPolicy) -> [MetadataPolicy.Text: String] {
      MetadataPolicy.strictest(of: [written, next]).set
    }
    #expect(set(.keep) == written.set)
    #expect(set(.private) == [.copyright: "B"])
    #expect(set(.strip) == [:])
    #expect(set(MetadataPolicy(.keep, remove: [.owner])) == [.copyright: "B"])
    #expect(set(MetadataPolicy(.strip, set: [.creator: "C"])) == [.creator: "C"])
  }
}
