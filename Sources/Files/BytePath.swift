/// A path as the kernel knows it: bytes without NUL. Never a `String`, because names need not be
/// UTF-8 and because Swift strings that differ only in how an accent is composed are equal.
public struct BytePath: Sendable, Hashable, Comparable {
  public let bytes: [UInt8]

  public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
  public init(_ text: String) { bytes = Array(text.utf8) }

  public static func < (a: BytePath, b: BytePath) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }

  public var isEmpty: Bool { bytes.isEmpty }
  public var isAbsolute: Bool { bytes.first == slash }

  /// The text, if the bytes are UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// For people: control characters and bytes that are not UTF-8 as `\xNN`, so that a name can
  /// neither move a terminal's cursor nor break a line.
  public var displayed: String {
    var shown = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      var parser = Unicode.UTF8.ForwardParser()
      var input = rest.makeIterator()
      guard case .valid(let encoded) = parser.parseScalar(from: &input) else {
        shown += escaped(rest.removeFirst())
        continue
      }
      let scalar = Unicode.UTF8.decode(encoded)
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        shown += encoded.map(escaped).joined()
      default:
        shown.unicodeScalars.append(scalar)
      }
      rest = rest.dropFirst(encoded.count)
    }
    return shown
  }

  // MARK: Parts

  /// The last component.
  public var name: BytePath {
    BytePath(bytes: bytes.lastIndex(of: slash).map { bytes[($0 + 1)...] } ?? bytes[...])
  }

  /// All before the last component; empty for a single one, "/" directly below the root.
  public var parent: BytePath {
    guard let cut = bytes.lastIndex(of: slash) else { return BytePath(bytes: []) }
    return BytePath(bytes: cut == 0 ? bytes[...0] : bytes[..<cut])
  }

  /// The last component without its extension. A leading dot starts no extension.
  public var stem: BytePath {
    let name = name.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return self.name }
    return BytePath(bytes: name[..<dot])
  }

  /// The extension as written, without the dot; empty if there is none.
  public var fileExtension: BytePath {
    let name = name.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else {
      return BytePath(bytes: [])
    }
    return BytePath(bytes: name[(dot + 1)...])
  }

  /// The components between slashes, empty ones and "." left out.
  public var components: [BytePath] {
    bytes.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }.map { BytePath(bytes: $0) }
  }

  public func appending(_ other: BytePath) -> BytePath {
    if other.isAbsolute || isEmpty { return other }
    if other.isEmpty { return self }
    return BytePath(
      bytes: bytes.last == slash ? bytes + other.bytes : bytes + [slash] + other.bytes)
  }

  /// An absolute path with "." and ".." worked out by text, relative paths taken from `folder`.
  public func resolved(from folder: BytePath) -> BytePath {
    var parts: [BytePath] = []
    for part in folder.appending(self).components {
      if part.bytes == Array("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
    }
    return BytePath(bytes: [slash] + parts.map(\.bytes).joined(separator: [slash]))
  }

  /// What follows `folder`, if this path lies below it; empty if it is the folder itself.
  public func relative(to folder: BytePath) -> BytePath? {
    if self == folder { return BytePath(bytes: []) }
    let prefix = folder.bytes.last == slash ? folder.bytes : folder.bytes + [slash]
    return bytes.starts(with: prefix) ? BytePath(bytes: bytes[prefix.count...]) : nil
  }

  public func withCString<R, E: Error>(
    _ body: (UnsafePointer<CChar>) throws(E) -> R
  ) throws(E) -> R {
    try (bytes + [0]).withUnsafeBufferPointer { (buffer) throws(E) -> R in
      try buffer.withMemoryRebound(to: CChar.self) { (chars) throws(E) -> R in
        try body(chars.baseAddress.unsafelyUnwrapped)
      }
    }
  }
}

private let slash = UInt8(ascii: "/")

private func escaped(_ byte: UInt8) -> String {
  "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
}

extension BytePath: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

extension BytePath: CustomStringConvertible {
  public var description: String { displayed }
}
