public import Files

/// Where the library is, if nobody names it.
public enum LibraryDiscovery {
  public static let folderName: BytePath = ".minilab"

  /// The nearest `.minilab` at or above a folder.
  public static func nearest(above folder: BytePath) -> BytePath? {
    var here = folder
    while true {
      let candidate = here.appending(folderName)
      if Library.isLibrary(candidate) { return candidate }
      if here.components.isEmpty { return nil }
      here = here.parent
    }
  }

  /// The user's own library, there or not.
  public static func personal(environment: (String) -> BytePath?) -> BytePath? {
    if let data = environment("XDG_DATA_HOME"), data.isAbsolute { return data.appending("minilab") }
    return environment("HOME").map { $0.appending(".local/share/minilab") }
  }
}
