import Testing

@testable import Manifest

@Suite struct KeyTableTests {
  @Test("The table has the keys of the contract", arguments: KeyTable.Place.allCases)
  func keys(place: KeyTable.Place) {
    let expected =
      switch place {
      case .manifest:
        "minilab name root to vars select exclude edit onto outputs priority retries timeout "
          + "sheet allow-empty confirm-cancel reprocess orphans max-pixels on-conflict metadata "
          + "profile quality losses from"
      case .pathOutput:
        "path in-place format width height box fit gravity enlarge kernel linear background "
          + "finish page max-bytes effort progressive lossless subsampling palette mtime "
          + "on-conflict metadata profile quality losses from"
      case .inPlaceOutput:
        "in-place quality effort lossless subsampling metadata profile mtime losses reencode"
      }
    #expect(
      KeyTable.parameters(place).map(\.name).sorted()
        == expected.split(separator: " ").map(String.init).sorted())
  }

  @Test("A manifest without a key has what the table says is its default")
  func defaults() throws {
    let manifest = try parsed("minilab: 1\nedit: []")
    func value(_ name: String) -> Operation.Value? {
      KeyTable.parameters(.manifest).first { $0.name == name }?.defaultValue
    }
    #expect(value("onto") == .text(manifest.onto.rawValue))
    #expect(value("priority") == .number(Double(manifest.priority)))
    #expect(value("retries") == .number(Double(manifest.retries)))
    #expect(value("timeout") == .number(Double(manifest.timeout)))
    #expect(value("allow-empty") == .flag(manifest.allowEmpty))
  }
}
