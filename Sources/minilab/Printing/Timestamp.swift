import Glibc

/// Times of the catalog, microseconds since 1970.
enum Timestamp {
  /// "2026-12-01T04:10:00Z"
  static func json(_ microseconds: Int64) -> String {
    text(microseconds, "%Y-%m-%dT%H:%M:%SZ") { gmtime_r($0, $1) }
  }

  /// "2026-12-01 05:10:00", in the person's time zone.
  static func local(_ microseconds: Int64) -> String {
    text(microseconds, "%Y-%m-%d %H:%M:%S") { localtime_r($0, $1) }
  }

  private static func text(
    _ microseconds: Int64, _ pattern: String,
    _ convert: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
  ) -> String {
    var seconds = time_t(microseconds / 1_000_000)
    var parts = tm()
    _ = convert(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    let length = strftime(&buffer, buffer.count, pattern, &parts)
    return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
