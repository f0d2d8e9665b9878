/// One part of a PNG or WebP file.
struct Chunk {
  /// Four letters.
  let name: String
  /// All of it: with name, length and what ends it, a checksum or padding.
  let range: Range<Int>
  let data: Range<Int>
}
