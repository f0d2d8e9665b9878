import FoundationEssentials
import Testing

@testable import Manifest

@Suite struct ManifestSchemaTests {
  private struct Schema: Decodable {
    let properties: [String: Property]
    let additionalProperties: Bool
    let required: [String]
    struct Property: Decodable { let description: String }
  }

  @Test("The schema is JSON, the same each time, and knows every key")
  func schema() throws {
    let json = ManifestSchema.json()
    #expect(json == ManifestSchema.json())
    let schema = try JSONDecoder().decode(Schema.self, from: Data(json.utf8))
    #expect(
      schema.properties.keys.sorted() == KeyTable.parameters(.manifest).map(\.name).sorted())
    #expect(!schema.additionalProperties)
    #expect(schema.required == ["minilab"])
    for key in KeyTable.all { #expect(json.contains("\"\(key.name)\" : {")) }
    for spec in OperationTable.all { #expect(json.contains("\"\(spec.name)\"")) }
  }
}
