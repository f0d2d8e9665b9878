public import Files

/// The names of files that an item writes beside its outputs' places. A name says whose work it is,
/// and so fences it: who takes a lease over renames the files to its own.
public enum TemporaryName {
  private static let start = Array(".minilab-".utf8)
  private static let end = Array(".tmp".utf8)

  public static func of(library: String, item: Int64, lease: Int64, ordinal: Int) -> BytePath {
    BytePath(bytes: start + Array("\(library)-\(item)-\(lease)-\(ordinal)".utf8) + end)
  }

  /// Where a second name of what is replaced lies for a moment, on file systems that cannot exchange.
  public static func spare(of temporary: BytePath) -> BytePath {
    BytePath(bytes: temporary.bytes.dropLast(end.count) + Array("-old".utf8) + end)
  }

  /// Whether a name is that of some library's temporary.
  static func matches(_ name: BytePath) -> Bool {
    name.bytes.starts(with: start) && name.bytes.suffix(end.count) == end[...]
  }
}
