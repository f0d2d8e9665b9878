/// All operations. Parsing, schema, `ops` and the reference come from this table.
public enum OperationTable {
  public static let all: [OperationSpec] = geometry + tone + color + detail + decoration

  public static func find(_ name: String) -> OperationSpec? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
