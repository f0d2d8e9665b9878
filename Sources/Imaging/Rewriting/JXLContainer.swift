/// A JPEG XL file as its boxes. Source: ISO/IEC 18181-2, annex A.
struct JXLContainer {
  private let bytes: [UInt8]
  /// Empty where the picture is all there is.
  private let boxes: [ISOBox]

  private static let signature: [UInt8] = [0, 0, 0, 12] + Array("JXL \r\n".utf8) + [0x87, 0x0a]
  /// Metadata, as it is or compressed.
  private static let metadata: Set = ["Exif", "xml ", "jumb", "brob"]

  /// nil if it is no whole file of that kind.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xff, 0x0a]) {
      boxes = []
    } else if bytes.starts(with: Self.signature),
      let boxes = ISOBox.boxes(in: bytes, 0..<bytes.count)
    {
      self.boxes = boxes
    } else {
      return nil
    }
  }

  var blocks: MetadataBlocks {
    func data(_ name: String) -> [UInt8]? {
      boxes.first { $0.name == name }.map { Array(bytes[$0.data]) }
    }
    return MetadataBlocks(exif: data("Exif")?.exifOfBox, xmp: data("xml "))
  }

  /// Is there something that cannot be read here?
  var hasClosedBox: Bool { boxes.contains { ["jumb", "brob"].contains($0.name) } }

  /// The picture with other metadata.
  func rewritten(_ edited: MetadataBlocks) -> [UInt8] {
    var output = Self.signature
    if boxes.isEmpty {
      output += Self.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8)) + Self.box("jxlc", bytes)
    }
    for box in boxes where box.name != "JXL " && !Self.metadata.contains(box.name) {
      output += Self.box(box.name, Array(bytes[box.data]))
    }
    if let exif = edited.exif { output += Self.box("Exif", [0, 0, 0, 0] + exif) }
    if let xmp = edited.xmp { output += Self.box("xml ", xmp) }
    return output
  }

  private static func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let length = data.count + 8
    return length <= Int(UInt32.max)
      ? [UInt8](length, 4) + Array(name.utf8) + data
      : [UInt8](1, 4) + Array(name.utf8) + [UInt8](length + 8, 8) + data
  }
}
