import Files
import Glibc

/// A photo that ends the renderer, for tests of what a lane makes of it. In a release build there is
/// none.
enum Poison {
  #if DEBUG
    /// Aborts on a source that ends with `$MINILAB_POISON`.
    static func take(_ source: Descriptor) {
      guard let mark = getenv("MINILAB_POISON"), let bytes = try? source.readAll() else { return }
      if bytes.suffix(strlen(mark)).elementsEqual(String(cString: mark).utf8) { abort() }
    }
  #else
    @inline(__always) static func take(_ source: Descriptor) {}
  #endif
}
