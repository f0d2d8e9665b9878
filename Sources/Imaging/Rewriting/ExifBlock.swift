/// An EXIF block, edited where it lies: what goes is blanked and nothing that stays moves, because a
/// maker note refers to places in the block that only its maker knows. Whoever writes a block anew
/// breaks such notes.
/// Source: Exif 2.32 (CIPA DC-008), section 4.6; TIFF 6.0, section 2.
struct ExifBlock {
  /// Numbered as libvips names their fields.
  enum Directory: Int, CaseIterable {
    case primary, thumbnail, exif, gps, interoperability

    /// The directory that refers to this one and the tag by which it does.
    var reference: (in: Directory, tag: Int)? {
      switch self {
      case .primary, .thumbnail: nil
      case .exif: (.primary, 0x8769)
      case .gps: (.primary, 0x8825)
      case .interoperability: (.exif, 0xa005)
      }
    }
  }

  struct Tag: Hashable {
    let directory: Directory
    let number: Int

    init(_ directory: Directory, _ number: Int) {
      self.directory = directory
      self.number = number
    }
  }

  struct Entry {
    let tag: Tag
    /// The twelve bytes in its directory.
    let record: Range<Int>
    /// Within the record if it is short; nil if it lies beyond the block.
    let value: Range<Int>?

    var isApart: Bool { value.map { $0.lowerBound != record.lowerBound + 8 } ?? false }
  }

  /// What goes and what stays share bytes.
  struct Overlap: Error {}

  private(set) var bytes: [UInt8]
  private(set) var entries: [Entry] = []
  let isLittleEndian: Bool
  /// Where each starts.
  private var starts: [Directory: Int] = [:]
  private var thumbnail: Range<Int>?

  /// One without a tag.
  static let empty = Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]

  /// - Parameter bytes: from the byte order mark on.
  /// Returns nil if they are no such block.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    switch Array(bytes.prefix(4)) {
    case [0x49, 0x49, 0x2a, 0]: isLittleEndian = true
    case [0x4d, 0x4d, 0, 0x2a]: isLittleEndian = false
    default: return nil
    }
    guard let first = number(4, at: 4), read(.primary, at: first) else { return nil }
    for directory in [Directory.exif, .gps, .interoperability] {
      guard let reference = directory.reference,
        let entry = entries.first(where: { $0.tag == Tag(reference.in, reference.tag) }),
        let start = number(4, at: entry.record.lowerBound + 8)
      else { continue }
      _ = read(directory, at: start)
    }
    if let start = number(4, at: end(of: .primary)), start > 0, read(.thumbnail, at: start) {
      thumbnail = value(Tag(.thumbnail, 0x201)).flatMap { start in
        value(Tag(.thumbnail, 0x202)).flatMap { bytes.range(start, $0) }
      }
    }
  }

  private func number(_ width: Int, at place: Int) -> Int? {
    bytes.number(width, at: place, littleEndian: isLittleEndian)
  }

  /// A single number of two or four bytes.
  func value(_ tag: Tag) -> Int? {
    guard let entry = entries.first(where: { $0.tag == tag }), let value = entry.value,
      value.count == 2 || value.count == 4
    else { return nil }
    return number(value.count, at: value.lowerBound)
  }

  func has(_ tag: Tag) -> Bool { entries.contains { $0.tag == tag } }

  // MARK: Reading

  /// Bytes of one value, by its type less one.
  static let widths = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

  private mutating func read(_ directory: Directory, at start: Int) -> Bool {
    guard start >= 8, let count = number(2, at: start), bytes.range(start + 2, count * 12) != nil,
      !starts.values.contains(start)
    else { return false }
    starts[directory] = start
    for index in 0..<count {
      let place = start + 2 + index * 12
      // All within, as was just checked.
      let type = number(2, at: place + 2)!
      let length =
        (Self.widths.indices.contains(type - 1) ? Self.widths[type - 1] : 0)
        * number(4, at: place + 4)!
      let value =
        length <= 4
        ? place + 8..<place + 8 + length : bytes.range(number(4, at: place + 8)!, length)
      entries.append(
        Entry(
          tag: Tag(directory, number(2, at: place)!), record: place..<place + 12, value: value))
    }
    return true
  }

  private func entries(of directory: Directory) -> [Entry] {
    entries.filter { $0.tag.directory == directory }
  }

  /// Where the reference to the next directory stands.
  private func end(of directory: Directory) -> Int {
    guard let start = starts[directory] else { return bytes.count }
    return start + 2 + entries(of: directory).count * 12
  }

  // MARK: Removing

  /// Removes the tags that are not kept and directories that are then empty. `bytes` is empty if
  /// nothing is left.
  /// - Parameter andTheRest: blanks all bytes too that no tag refers to.
  mutating func remove(
    unless keeps: (Tag) -> Bool, andTheRest: Bool
  ) throws(Overlap) {
    var kept: [Directory: [Entry]] = [:]
    // Those that are referred to come first.
    for directory in [Directory.interoperability, .gps, .exif, .thumbnail, .primary] {
      let references = Directory.allCases.filter { $0.reference?.in == directory }
      kept[directory] = entries(of: directory).filter { entry in
        if let other = references.first(where: { $0.reference?.tag == entry.tag.number }) {
          return kept[other]?.isEmpty == false
        }
        return keeps(entry.tag) && !(andTheRest && entry.value == nil)
      }
    }
    if kept[.primary]?.isEmpty != false && kept[.thumbnail]?.isEmpty != false {
      bytes = []
      entries = []
      return
    }
    let staying = kept.values.joined()
    let stays = Set(staying.map(\.record))
    if staying.count == entries.count && !andTheRest { return }
    let keepsThumbnail = kept[.thumbnail]?.isEmpty == false

    var keptRanges = staying.filter(\.isApart).compactMap(\.value)
    var removedRanges = entries.filter { !stays.contains($0.record) && $0.isApart }
      .compactMap(\.value)
    if let thumbnail {
      if keepsThumbnail { keptRanges.append(thumbnail) } else { removedRanges.append(thumbnail) }
    }
    keptRanges.append(0..<8)
    for (directory, start) in starts {
      let count = kept[directory]?.count ?? 0
      guard count > 0 || directory == .primary else { continue }
      keptRanges.append(start..<min(start + 2 + count * 12 + 4, bytes.count))
    }
    guard !removedRanges.contains(where: { gone in keptRanges.contains { $0.overlaps(gone) } })
    else { throw Overlap() }

    var edited = bytes
    if andTheRest {
      edited = [UInt8](repeating: 0, count: bytes.count)
      for range in keptRanges { edited.replaceSubrange(range, with: bytes[range]) }
    }
    for range in removedRanges { edited.blank(range) }
    for (directory, start) in starts {
      let old = start..<min(end(of: directory) + 4, bytes.count)
      let entries = kept[directory] ?? []
      edited.blank(old)
      guard !entries.isEmpty || directory == .primary else { continue }
      var place = start + 2
      edited.put(entries.count, 2, at: start, littleEndian: isLittleEndian)
      for entry in entries {
        edited.replaceSubrange(place..<place + 12, with: bytes[entry.record])
        place += 12
      }
      let next = number(4, at: end(of: directory)) ?? 0
      let isCut = directory == .primary && !keepsThumbnail
      edited.put(isCut ? 0 : next, 4, at: place, littleEndian: isLittleEndian)
    }
    let needed = keptRanges.map(\.upperBound).max() ?? 0
    if edited[needed...].allSatisfy({ $0 == 0 }) { edited.removeSubrange(needed...) }
    self = ExifBlock(edited) ?? self
  }

  // MARK: Writing

  /// Writes a text in place of what its tag held; it and its directory then lie at the block's end.
  mutating func set(_ tag: Tag, _ text: String) throws(Overlap) {
    let value = text.utf8.filter { $0 != 0 } + [0]
    try set(tag, type: 2, count: value.count, value)
  }

  /// Writes a number of four bytes in place of what its tag held.
  mutating func set(_ tag: Tag, _ number: Int) throws(Overlap) {
    try set(tag, type: 4, count: 1, order(number, 4))
  }

  /// Writes a number of two bytes in place of what its tag held.
  mutating func set(_ tag: Tag, short number: Int) throws(Overlap) {
    try set(tag, type: 3, count: 1, order(number, 2))
  }

  private mutating func set(
    _ tag: Tag, type: Int, count: Int, _ value: [UInt8]
  ) throws(Overlap) {
    if let old = entries.first(where: { $0.tag == tag })?.value, Array(bytes[old]) == value {
      return
    }
    if has(tag) { try remove(unless: { $0 != tag }, andTheRest: false) }
    if bytes.isEmpty { self = ExifBlock(Self.empty)! }
    var edited = bytes
    var field = value + [UInt8](repeating: 0, count: Swift.max(0, 4 - value.count))
    if value.count > 4 {
      edited.align()
      field = order(edited.count, 4)
      edited += value
    }
    let record = order(tag.number, 2) + order(type, 2) + order(count, 4) + field
    self = replacing(record, of: tag, in: edited)
  }

  private func order(_ number: Int, _ width: Int) -> [UInt8] {
    [UInt8](number, width, littleEndian: isLittleEndian)
  }

  /// The block with a directory that has this record, at the end.
  private func replacing(_ record: [UInt8], of tag: Tag, in bytes: [UInt8]) -> ExifBlock {
    var edited = bytes
    let directory = tag.directory
    var records = entries(of: directory).filter { $0.tag != tag }.map { Array(bytes[$0.record]) }
    let place = records.firstIndex {
      $0.number(2, at: 0, littleEndian: isLittleEndian)! > tag.number
    }
    records.insert(record, at: place ?? records.count)
    if let start = starts[directory] {
      edited.blank(start..<min(end(of: directory) + 4, bytes.count))
    }
    edited.align()
    let start = edited.count
    edited += order(records.count, 2) + records.joined()
    edited += order(number(4, at: end(of: directory)) ?? 0, 4)
    guard let reference = directory.reference else {
      edited.put(start, 4, at: 4, littleEndian: isLittleEndian)
      return ExifBlock(edited) ?? self
    }
    let parent = Tag(reference.in, reference.tag)
    if let entry = entries.first(where: { $0.tag == parent }) {
      edited.put(start, 4, at: entry.record.lowerBound + 8, littleEndian: isLittleEndian)
      return ExifBlock(edited) ?? self
    }
    let pointer = order(parent.number, 2) + order(4, 2) + order(1, 4) + order(start, 4)
    return replacing(pointer, of: parent, in: edited)
  }
}

extension [UInt8] {
  fileprivate mutating func blank(_ range: Range<Int>) {
    replaceSubrange(range, with: repeatElement(0, count: range.count))
  }

  /// TIFF wants values at even places.
  fileprivate mutating func align() { if !count.isMultiple(of: 2) { append(0) } }
}
