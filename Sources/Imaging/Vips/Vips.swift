import CVips
import Glibc

/// The library's own start, version and error buffer.
public enum Vips {
  /// Starts libvips once per process: one thread per picture, because lanes are processes, and no
  /// cache of operations, because no two items share any.
  public static func start() { _ = started }

  private static let started: Bool = {
    // A picture that does not fit into memory must fail, never spill into a temporary file.
    setenv("VIPS_DISC_THRESHOLD", "1000000000000", 1)
    // What matters is in the error buffer; a damaged file would fill the log with the rest.
    setenv("VIPS_WARNING", "0", 1)
    // The lane tells of a renderer that left by itself; nothing can be rendered without libvips.
    guard minilab_vips_init("minilab-render") == 0 else {
      let text = "minilab-render: libvips does not start: \(takeErrors())\n"
      _ = text.withCString { write(2, $0, strlen($0)) }
      exit(1)
    }
    vips_concurrency_set(1)
    vips_cache_set_max(0)
    Loader.blockOthers()
    return true
  }()

  /// Such as "libvips 8.14.1"; asked at run time, the headers may be of another version.
  public static var version: String {
    "libvips \(vips_version(0)).\(vips_version(1)).\(vips_version(2))"
  }

  /// What libvips has complained of since the last time, at most two lines; empty if nothing. The
  /// buffer is one for the whole process.
  static func takeErrors() -> String {
    guard let copy = vips_error_buffer_copy() else { return "" }
    defer { g_free(copy) }
    return String(cString: copy).split(separator: "\n").prefix(2).joined(separator: "; ")
  }
}

/// An operation of libvips failed.
struct VipsError: Error {
  let text: String

  /// Takes the text out of libvips' buffer.
  init() { text = Vips.takeErrors() }
}
