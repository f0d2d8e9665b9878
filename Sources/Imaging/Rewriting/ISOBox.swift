/// A box of the ISO base media file format. Source: ISO/IEC 14496-12, section 4.2.
struct ISOBox {
  /// Four letters.
  let name: String
  /// Without name and length.
  let data: Range<Int>

  /// The boxes that fill a range one behind the other; nil if they do not.
  static func boxes(in bytes: [UInt8], _ range: Range<Int>) -> [ISOBox]? {
    var boxes: [ISOBox] = []
    var place = range.lowerBound
    while place < range.upperBound {
      guard let short = bytes.number(4, at: place), bytes.range(place, 8) != nil else { return nil }
      var start = place + 8
      var length = short
      if short == 1 {
        guard let long = bytes.number(8, at: place + 8), long >= 0 else { return nil }
        (start, length) = (place + 16, long)
      } else if short == 0 {
        length = range.upperBound - place
      }
      guard let whole = bytes.range(place, length), whole.upperBound >= start,
        whole.upperBound <= range.upperBound
      else { return nil }
      boxes.append(
        ISOBox(
          name: String(decoding: bytes[place + 4..<place + 8], as: UTF8.self),
          data: start..<whole.upperBound))
      place = whole.upperBound
    }
    return boxes
  }
}

extension [UInt8] {
  /// EXIF as boxes and items hold it: behind the number of bytes before its byte order mark.
  var exifOfBox: [UInt8]? {
    number(4, at: 0).flatMap { range($0 + 4, count - $0 - 4) }.map {
      Array(self[$0]).withoutExifHead
    }
  }
}
