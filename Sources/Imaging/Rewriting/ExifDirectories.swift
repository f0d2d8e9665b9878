/// EXIF's values without their places, to be laid out anew without gaps. A maker note refers to
/// places, so a block that keeps one is edited where it lies instead.
/// Source: TIFF 6.0, section 2.
struct ExifDirectories {
  struct Value {
    let type: Int
    let count: Int
    let bytes: [UInt8]
    /// The bytes are the four of a record, whatever they refer to stays where it is.
    let isRecord: Bool

    /// As they are, filled up to whole numbers.
    init(bytes: [UInt8], type: Int) {
      let width = ExifBlock.widths[type - 1]
      let count = (bytes.count + width - 1) / width
      self.init(
        type: type, count: count,
        bytes: bytes + [UInt8](repeating: 0, count: count * width - bytes.count))
    }

    init(type: Int, count: Int, bytes: [UInt8], isRecord: Bool = false) {
      (self.type, self.count, self.bytes, self.isRecord) = (type, count, bytes, isRecord)
    }

    fileprivate var isApart: Bool { !isRecord && bytes.count > 4 }
    fileprivate var room: Int { isApart ? bytes.count + bytes.count % 2 : 0 }
  }

  let isLittleEndian: Bool
  private(set) var values: [ExifBlock.Directory: [Int: Value]] = [:]

  private static let order: [ExifBlock.Directory] = [.primary, .exif, .interoperability, .gps]
  private static let references: [ExifBlock.Tag: ExifBlock.Directory] = Dictionary(
    uniqueKeysWithValues: order.compactMap { directory in
      directory.reference.map { (ExifBlock.Tag($0.in, $0.tag), directory) }
    })

  init(isLittleEndian: Bool) { self.isLittleEndian = isLittleEndian }

  /// All that lies within the block, but its thumbnail.
  init(_ block: ExifBlock) {
    self.init(isLittleEndian: block.isLittleEndian)
    // Values of an honest block do not lie upon each other.
    var left = block.bytes.count
    for entry in block.entries where entry.tag.directory != .thumbnail {
      guard let range = entry.value,
        let type = number(2, in: block.bytes, at: entry.record.lowerBound + 2),
        let count = number(4, in: block.bytes, at: entry.record.lowerBound + 4)
      else { continue }
      left -= range.count
      if left < 0 { break }
      self[entry.tag] = Value(type: type, count: count, bytes: Array(block.bytes[range]))
    }
  }

  private func number(_ width: Int, in bytes: [UInt8], at place: Int) -> Int? {
    bytes.number(width, at: place, littleEndian: isLittleEndian)
  }

  /// References between directories are not among them: they are made when these are laid out.
  subscript(tag: ExifBlock.Tag) -> Value? {
    get { values[tag.directory]?[tag.number] }
    set {
      guard Self.references[tag] == nil else { return }
      if let newValue, !newValue.isRecord {
        guard ExifBlock.widths.indices.contains(newValue.type - 1),
          ExifBlock.widths[newValue.type - 1] * newValue.count == newValue.bytes.count
        else { return }
      }
      values[tag.directory, default: [:]][tag.number] = newValue
    }
  }

  /// Which directory a tag refers to.
  static func directory(referredBy tag: ExifBlock.Tag) -> ExifBlock.Directory? { references[tag] }

  /// With numbers in another byte order.
  func inOrder(littleEndian: Bool) -> ExifDirectories {
    guard littleEndian != isLittleEndian else { return self }
    var other = ExifDirectories(isLittleEndian: littleEndian)
    other.values = values.mapValues { directory in
      directory.mapValues { value in
        let width = ExifBlock.widths[value.type - 1]
        // A ratio is two numbers of half its width.
        let part = value.type == 5 || value.type == 10 ? 4 : width
        let bytes = stride(from: 0, to: value.bytes.count, by: part).flatMap {
          value.bytes[$0..<$0 + part].reversed()
        }
        return Value(type: value.type, count: value.count, bytes: bytes)
      }
    }
    return other
  }

  /// A block from the byte order mark on; nil if there is nothing to say.
  var block: [UInt8]? {
    guard values.values.contains(where: { !$0.isEmpty }) else { return nil }
    return Array((isLittleEndian ? "II" : "MM").utf8) + order(42, 2) + order(8, 4)
      + laidOut(from: 8)
  }

  private func order(_ number: Int, _ width: Int) -> [UInt8] {
    [UInt8](number, width, littleEndian: isLittleEndian)
  }

  /// The directories behind each other, the primary one first, each with its values behind it.
  /// - Parameters:
  ///   - start: the even place of the first byte.
  ///   - next: the place of a further directory, 0 if there is none.
  func laidOut(from start: Int, next: Int = 0) -> [UInt8] {
    var all = values
    // Those that are referred to come last, and so do their references.
    for directory in Self.order.reversed() where all[directory]?.isEmpty == false {
      guard let reference = directory.reference else { continue }
      all[reference.in, default: [:]][reference.tag] = Value(type: 4, count: 1, bytes: order(0, 4))
    }
    let present = Self.order.filter { $0 == .primary || all[$0]?.isEmpty == false }
    var starts: [ExifBlock.Directory: Int] = [:]
    var end = start
    for directory in present {
      starts[directory] = end
      let values = all[directory] ?? [:]
      end += 2 + values.count * 12 + 4 + values.values.reduce(0) { $0 + $1.room }
    }
    var output: [UInt8] = []
    for directory in present {
      let records = (all[directory] ?? [:]).sorted { $0.key < $1.key }
      var place = start + output.count + 2 + records.count * 12 + 4
      var apart: [UInt8] = []
      output += order(records.count, 2)
      for (tag, value) in records {
        output += order(tag, 2) + order(value.type, 2) + order(value.count, 4)
        if let other = Self.references[ExifBlock.Tag(directory, tag)], let start = starts[other] {
          output += order(start, 4)
        } else if value.isApart {
          output += order(place, 4)
          apart += value.bytes + [UInt8](repeating: 0, count: value.room - value.bytes.count)
          place += value.room
        } else {
          output += value.bytes + [UInt8](repeating: 0, count: 4 - value.bytes.count)
        }
      }
      output += order(directory == .primary ? next : 0, 4) + apart
    }
    return output
  }
}
