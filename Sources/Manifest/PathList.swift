public import Files

/// Lists of paths, as `find` and `git ls-files` write them.
public enum PathList {
  /// What ends a path.
  public enum Separator: Sendable {
    case newline
    case nul
  }

  /// The paths with their lines (with `nul`: their places), counted from 1. Empty ones are left
  /// out; before a newline a carriage return is no part of the path.
  public static func parse(
    _ bytes: [UInt8], separator: Separator
  ) -> [(line: Int, path: BytePath)] {
    let end: UInt8 = separator == .newline ? 0x0a : 0
    var paths: [(line: Int, path: BytePath)] = []
    for (index, var path) in bytes.split(separator: end, omittingEmptySubsequences: false)
      .enumerated()
    {
      if separator == .newline, path.last == 0x0d { path.removeLast() }
      if !path.isEmpty { paths.append((index + 1, BytePath(bytes: path))) }
    }
    return paths
  }
}
