import CLinux

/// What tells a file system from others.
public enum FileSystem {
  /// Its own number, which most keep over a reboot, unlike that of the device; nil where it has none.
  public static func number(of path: BytePath) -> Int64? {
    let number = path.withCString { cl_filesystem_number($0) }
    return number == 0 ? nil : number
  }
}
