/// The metadata of a HEIF or AVIF file, read only: libheif writes such files.
/// Source: ISO/IEC 14496-12, section 8.11; ISO/IEC 23008-12, annex A.
struct HEIFContainer {
  private struct Item {
    let type: String
    /// Of the type "mime".
    let contentType: String
    var data: [UInt8] = []
  }

  private let bytes: [UInt8]
  /// By their numbers.
  private var items: [Int: Item] = [:]
  /// What each item describes.
  private var described: [Int: Set<Int>] = [:]
  private var primary: Int?
  /// Where data lie that lie in the list of items itself.
  private var inner = 0

  /// nil if it is no such file.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let boxes = ISOBox.boxes(in: bytes, 0..<bytes.count), boxes.first?.name == "ftyp",
      let meta = boxes.first(where: { $0.name == "meta" })?.data, meta.count >= 4,
      let parts = ISOBox.boxes(in: bytes, meta.lowerBound + 4..<meta.upperBound)
    else { return nil }
    inner = parts.first { $0.name == "idat" }?.data.lowerBound ?? 0
    if let list = parts.first(where: { $0.name == "iinf" })?.data { readItems(list) }
    if let box = parts.first(where: { $0.name == "iref" })?.data { readReferences(box) }
    if let box = parts.first(where: { $0.name == "pitm" })?.data {
      var reader = Reader(bytes, box)
      let version = reader.number(1)
      _ = reader.number(3)
      primary = reader.number(version == 0 ? 2 : 4)
    }
    if let places = parts.first(where: { $0.name == "iloc" })?.data { readPlaces(places) }
  }

  var blocks: MetadataBlocks {
    MetadataBlocks(
      exif: data { $0.type == "Exif" }?.exifOfBox,
      xmp: data { $0.contentType == "application/rdf+xml" })
  }

  /// Of the first such item that describes the picture, and not one beside it such as a gain map.
  private func data(where isWanted: (Item) -> Bool) -> [UInt8]? {
    items.sorted { $0.key < $1.key }.first { number, item in
      isWanted(item) && (primary.flatMap { described[number]?.contains($0) } ?? true)
    }?.value.data
  }

  private mutating func readReferences(_ box: Range<Int>) {
    var reader = Reader(bytes, box)
    guard let version = reader.number(1), reader.number(3) != nil,
      let references = ISOBox.boxes(in: bytes, reader.place..<box.upperBound)
    else { return }
    for reference in references where reference.name == "cdsc" {
      var reader = Reader(bytes, reference.data)
      let width = version == 0 ? 2 : 4
      guard let item = reader.number(width), let count = reader.number(2) else { continue }
      for _ in 0..<count {
        guard let other = reader.number(width) else { break }
        described[item, default: []].insert(other)
      }
    }
  }

  private mutating func readItems(_ list: Range<Int>) {
    var reader = Reader(bytes, list)
    guard let version = reader.number(1), reader.number(3) != nil,
      reader.number(version == 0 ? 2 : 4) != nil,
      let entries = ISOBox.boxes(in: bytes, reader.place..<list.upperBound)
    else { return }
    for entry in entries where entry.name == "infe" {
      var reader = Reader(bytes, entry.data)
      guard let version = reader.number(1), version == 2 || version == 3,
        reader.number(3) != nil, let number = reader.number(version == 2 ? 2 : 4),
        reader.number(2) != nil, let type = reader.text(4)
      else { continue }
      let texts = bytes[reader.place..<entry.data.upperBound].split(
        separator: 0, omittingEmptySubsequences: false)
      items[number] = Item(
        type: type,
        contentType: type == "mime" && texts.count > 1
          ? String(decoding: texts[1], as: UTF8.self) : "")
    }
  }

  private mutating func readPlaces(_ places: Range<Int>) {
    var reader = Reader(bytes, places)
    guard let version = reader.number(1), version <= 2, reader.number(3) != nil,
      let widths = reader.number(1), let others = reader.number(1),
      let count = reader.number(version == 2 ? 4 : 2)
    else { return }
    // Pictures are not read, and of a file that lies about lengths no more than there is.
    var left = bytes.count
    for _ in 0..<count {
      guard let number = reader.number(version == 2 ? 4 : 2),
        let method = version == 0 ? 0 : reader.number(2), reader.number(2) != nil,
        let base = reader.number(others >> 4), let extents = reader.number(2)
      else { return }
      var data: [UInt8] = []
      let isWanted = items[number].map { ["Exif", "mime"].contains($0.type) } ?? false
      for _ in 0..<extents {
        guard version == 0 || reader.number(others & 15) != nil,
          let place = reader.number(widths >> 4), let length = reader.number(widths & 15)
        else { return }
        guard isWanted, method & 15 <= 1, length <= left, base < bytes.count, place < bytes.count,
          let range = bytes.range((method & 15 == 1 ? inner : 0) + base + place, length)
        else { continue }
        left -= length
        data += bytes[range]
      }
      items[number]?.data = data
    }
  }

  /// Numbers one behind the other within a range.
  private struct Reader {
    private let bytes: [UInt8]
    private let end: Int
    private(set) var place: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
      self.bytes = bytes
      (place, end) = (range.lowerBound, range.upperBound)
    }

    /// 0 if it has no bytes; nil beyond the end, or if no file is that long.
    mutating func number(_ width: Int) -> Int? {
      guard width <= 8, place + width <= end, let number = bytes.number(width, at: place),
        number >= 0
      else { return nil }
      place += width
      return number
    }

    mutating func text(_ width: Int) -> String? {
      guard place + width <= end else { return nil }
      place += width
      return String(decoding: bytes[place - width..<place], as: UTF8.self)
    }
  }
}
