import Testing

@testable import Manifest

@Suite struct MetadataReadingTests {
  /// The policies of a path output and of an in-place output.
  private func policies(
    _ top: String, own: String? = nil
  ) throws -> (path: MetadataPolicy?, inPlace: MetadataPolicy?) {
    let own = own.map { ", metadata: \($0)" } ?? ""
    let manifest = try parsed(
      """
      minilab: 1
      vars: {who: Ann}
      \(top)
      outputs: [{path: "{name}.jpg"\(own)}, {in-place: true\(own)}]
      """)
    return (manifest.outputs.first?.variants.first?.metadata, manifest.inPlace?.metadata)
  }

  @Test(
    "A mapping says what goes besides and what is written",
    arguments: [
      ("{base: strip}", MetadataPolicy.strip), ("{base: private}", .private),
      ("{base: keep}", .keep),
      (
        "{base: keep, remove: [gps, maker-notes]}",
        MetadataPolicy(.keep, remove: [.gps, .makerNotes])
      ),
      (
        "{base: private, remove: [xmp], set: {copyright: \"© 2024 ${who}\", creator: \"${who}\", description: 7}}",
        MetadataPolicy(
          .private, remove: [.xmp],
          set: [.copyright: "© 2024 Ann", .creator: "Ann", .description: "7"])
      ),
    ])
  func mapping(text: String, policy: MetadataPolicy) throws {
    for (top, own) in [("metadata: \(text)", nil), ("metadata: strip", text)] {
      let policies = try policies(top, own: own)
      #expect(policies.path == policy)
      #expect(policies.inPlace == policy)
    }
  }

  @Test(
    "Without a base a mapping changes what holds without it", arguments: ["{}", "{remove: [gps]}"])
  func noBase(text: String) throws {
    let policies = try policies("metadata: \(text)")
    #expect(policies.path == .private)
    #expect(policies.inPlace == MetadataPolicy(.keep, remove: text == "{}" ? [] : [.gps]))
  }

  @Test("An output's own policy holds whole, nothing of the manifest's is added to it")
  func own() throws {
    let policies = try policies("metadata: {base: keep, remove: [gps]}", own: "{set: {creator: A}}")
    #expect(policies.path == MetadataPolicy(.private, set: [.creator: "A"]))
    #expect(policies.inPlace == MetadataPolicy(.keep, set: [.creator: "A"]))
  }
}
