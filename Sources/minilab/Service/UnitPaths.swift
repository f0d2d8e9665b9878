import Files
import Storage

/// Which folders a service must be able to write, as a drop-in of its unit.
/// https://www.freedesktop.org/software/systemd/man/systemd.exec.html
enum UnitPaths {
  static func dropIn(_ library: Library) throws -> String {
    let roots = try Roots(library).all().filter { $0.access == .rw }.map(\.path)
    let targets = try Jobs(library).targets()
    let paths = Set([library.folder] + roots + targets).sorted { $0.displayed < $1.displayed }
    // A dash before a path: one that is not mounted now must not keep the service from starting.
    return "[Service]\n"
      + paths.map { "ReadWritePaths=\(quoted(BytePath(bytes: Array("-".utf8) + $0.bytes)))\n" }
      .joined()
  }

  /// In double quotes, with what a unit gives a meaning to written so that it has none.
  private static func quoted(_ path: BytePath) -> String {
    let hexadecimal = Array("0123456789abcdef")
    let body = path.bytes.map { byte -> String in
      switch byte {
      case UInt8(ascii: "%"): "%%"
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), ..<0x20, 0x7f...:
        "\\x\(hexadecimal[Int(byte >> 4)])\(hexadecimal[Int(byte & 15)])"
      default: String(UnicodeScalar(byte))
      }
    }
    return "\"\(body.joined())\""
  }
}
