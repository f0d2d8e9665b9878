import Files
import Glibc
import Manifest

/// A file named on the command line, or standard input for "-".
enum InputFile {
  /// Not by offset: the name may be that of a pipe, as in `<(…)`.
  static func read(_ path: BytePath) throws(SystemError) -> [UInt8] {
    if path == "-" { return try readAll(.input) }
    let file = try Descriptor.open(path, O_RDONLY)
    // The descriptor closes with its last reference, so it must outlast the reading.
    return try withExtendedLifetime(file) { () throws(SystemError) in
      try readAll(StandardStream(raw: file.raw))
    }
  }

  /// A manifest's bytes.
  static func readManifest(_ path: BytePath) throws(Failure) -> [UInt8] {
    do {
      return try read(path)
    } catch {
      let name = path == "-" ? "standard input" : path.displayed
      throw Failure(.manifestInvalid, "cannot read the manifest \(name): \(error.reason)")
    }
  }

  private static func readAll(_ stream: StandardStream) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let chunk = try stream.read()
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
  }
}
