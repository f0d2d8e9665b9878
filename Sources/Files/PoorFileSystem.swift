#if DEBUG
  import Glibc

  /// A file system that cannot do all that ours can, for tests.
  public enum PoorFileSystem: String, Sendable, CaseIterable {
    /// Renames replace, and nothing else.
    case links
    /// Nor are there hard links.
    case plain

    /// `$MINILAB_POOR_FILES`, or what a test says for itself; nil: files are as they are.
    @TaskLocal public static var pretended = getenv("MINILAB_POOR_FILES").flatMap {
      PoorFileSystem(rawValue: String(cString: $0))
    }
  }
#endif
