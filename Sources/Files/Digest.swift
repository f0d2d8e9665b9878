import CCrypto

/// A SHA-256 hash.
public struct Digest: Sendable, Hashable, CustomStringConvertible {
  /// Always 32 bytes.
  public let bytes: [UInt8]

  /// nil unless there are 32 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// nil unless there are 64 hexadecimal digits.
  public init?(hex: [UInt8]) {
    let text = String(decoding: hex, as: UTF8.self)
    guard hex.count == 64 else { return nil }
    var bytes: [UInt8] = []
    var rest = text[...]
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    self.bytes = bytes
  }

  fileprivate init(checked bytes: [UInt8]) { self.bytes = bytes }

  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
  public var description: String { hex }

  public static func of(_ bytes: some Sequence<UInt8>) -> Digest {
    let hashing = Hashing()
    Array(bytes).withUnsafeBytes { hashing.update($0) }
    return hashing.finish()
  }

  public static func of(_ text: String) -> Digest { of(text.utf8) }

  /// The hash of a whole file, whatever its offset stands at.
  public static func of(_ file: Descriptor) throws(SystemError) -> Digest {
    let hashing = Hashing()
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { room.deallocate() }
    var offset: Int64 = 0
    while true {
      let count = try file.read(into: room, at: offset)
      if count == 0 { return hashing.finish() }
      hashing.update(UnsafeRawBufferPointer(rebasing: room[..<count]))
      offset += Int64(count)
    }
  }
}

/// OpenSSL's SHA-256, which uses the processor's own instructions.
private final class Hashing {
  private let context = EVP_MD_CTX_new()

  init() { EVP_DigestInit_ex(context, EVP_sha256(), nil) }
  deinit { EVP_MD_CTX_free(context) }

  func update(_ bytes: UnsafeRawBufferPointer) {
    EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
  }

  func finish() -> Digest {
    var bytes = [UInt8](repeating: 0, count: 32)
    EVP_DigestFinal_ex(context, &bytes, nil)
    return Digest(checked: bytes)
  }
}
