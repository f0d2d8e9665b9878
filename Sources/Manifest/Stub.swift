public import Files

public struct ManifestErrors: Error, Sendable { public let problems: [Problem] }
public struct Problem: Sendable {
  public let file: String
  public let line: Int
  public let column: Int
  public let message: String
}
public enum ManifestParser {
  public static func parse(_ bytes: [UInt8], file: BytePath, variables: [String: String] = [:])
    throws(ManifestErrors) -> JobManifest
  { throw ManifestErrors(problems: []) }
}
public struct Glob {
  public init(_ pattern: String) throws {}
  public func matches(_ path: BytePath) -> Bool { true }
}
public enum PathList {
  public enum Separator { case newline, nul }
  public static func parse(_ bytes: [UInt8], separator: Separator) -> [(line: Int, path: BytePath)]
  { [] }
}
public struct CSVTable {
  public init(_ bytes: [UInt8], file: BytePath) throws(ManifestErrors) {}
  public let rows: [(line: Int, path: BytePath, values: [String: String])] = []
}
