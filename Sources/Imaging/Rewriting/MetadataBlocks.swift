import CVips
import Manifest

/// The blocks of metadata that containers hold, without what a container wraps them in.
struct MetadataBlocks: Equatable {
  /// From the byte order mark on.
  var exif: [UInt8]?
  var xmp: [UInt8]?
  /// What did not fit into the packet (JPEG only).
  var extendedXMP: [UInt8]?
  /// Image resources of Photoshop, IPTC among them (JPEG only).
  var photoshop: [UInt8]?
}

/// Applies a policy to blocks.
struct MetadataEdit {
  let rules: MetadataRules
  /// What went though nobody asked for it, because it cannot be read; for people.
  private(set) var losses: [String] = []

  init(_ rules: MetadataRules) { self.rules = rules }

  mutating func lose(_ what: String) {
    // Who lets only the harmless stay asked for it.
    if !rules.isStrict && !losses.contains(what) { losses.append(what) }
  }

  /// - Throws: PRIVATE_DATA_LEFT.
  mutating func apply(to blocks: MetadataBlocks) throws(Failure) -> MetadataBlocks {
    var edited = MetadataBlocks()
    edited.exif = try exif(blocks.exif)
    (edited.xmp, edited.extendedXMP) = xmp(blocks.xmp, blocks.extendedXMP)
    edited.photoshop = blocks.photoshop.flatMap { photoshop($0) }
    return edited
  }

  // MARK: EXIF

  private mutating func exif(_ bytes: [UInt8]?) throws(Failure) -> [UInt8]? {
    var block = bytes.flatMap { ExifBlock($0) }
    if bytes != nil && block == nil {
      guard rules.removesAnything else { return bytes }
      lose("an EXIF block that cannot be read")
    }
    do {
      if rules.removesAnything {
        try block?.remove(unless: rules.keeps, andTheRest: rules.isStrict)
        if block?.isUseless == true { block = nil }
      }
      for (text, tag) in [
        (MetadataPolicy.Text.description, ExifTags.description), (.creator, ExifTags.artist),
        (.copyright, ExifTags.copyright),
      ] {
        guard let value = rules.policy.set[text] else { continue }
        if block == nil { block = ExifBlock(ExifBlock.empty) }
        try block?.set(tag, value)
      }
    } catch {
      throw Failure(
        .privateDataLeft, "values in the EXIF block share bytes, so that none can be removed alone",
        hint: "set `reencode: true`", stage: .encode)
    }
    return block?.bytes
  }

  // MARK: XMP

  private mutating func xmp(
    _ packet: [UInt8]?, _ extended: [UInt8]?
  ) -> (packet: [UInt8]?, extended: [UInt8]?) {
    guard let packet else {
      if extended != nil { lose("an extended XMP packet without its first part") }
      return (nil, nil)
    }
    guard rules.removesAnything || !rules.policy.set.isEmpty else { return (packet, extended) }
    guard let edited = filtered(packet) else { return (nil, nil) }
    guard let extended else { return (edited, nil) }
    // Strict rules let no extension through: what may stay fits into the first part.
    guard !rules.isStrict, let rest = filtered(extended) else {
      return (edited.droppingExtension, nil)
    }
    if rest == extended { return (edited, extended) }
    return (edited.namingExtension(rest), rest)
  }

  private mutating func filtered(_ bytes: [UInt8]) -> [UInt8]? {
    guard let packet = XMPPacket(bytes) else {
      guard rules.removesAnything else { return bytes }
      lose("an XMP packet that cannot be read")
      return nil
    }
    return packet.filtered(comments: !rules.isStrict, keeps: rules.keeps)
  }

  // MARK: IPTC

  private mutating func photoshop(_ bytes: [UInt8]) -> [UInt8]? {
    guard rules.removesAnything || !rules.policy.set.isEmpty else { return bytes }
    guard !rules.isStrict else { return nil }
    guard let resources = PhotoshopResources(bytes) else {
      if rules.removesAnything { lose("an IPTC block that cannot be read") }
      return rules.removesAnything ? nil : bytes
    }
    return resources.filtered(rules)
  }
}

extension ExifBlock {
  /// Says nothing that a reader would not assume anyhow.
  fileprivate var isUseless: Bool {
    let meaningless: Set = [Tag(.primary, 0x213), Tag(.exif, 0x9101), Tag(.exif, 0xa000)]
    return bytes.isEmpty
      || entries.allSatisfy { entry in
        if Directory.allCases.contains(where: {
          $0.reference.map { Tag($0.in, $0.tag) } == entry.tag
        }) {
          return true
        }
        if entry.tag == Tag(.primary, 0x112) { return value(entry.tag) == 1 }
        if entry.tag == Tag(.exif, 0xa001) { return value(entry.tag) == 1 }
        return meaningless.contains(entry.tag)
          || entry.tag == Tag(.exif, 0xa002) || entry.tag == Tag(.exif, 0xa003)
      }
  }
}

extension [UInt8] {
  private static var mark: [UInt8] { Array("HasExtendedXMP".utf8) }

  /// A packet that names its extension by another digest. Its length stays.
  fileprivate func namingExtension(_ extended: [UInt8]) -> [UInt8] {
    guard let name = place(of: Self.mark) else { return self }
    let hexadecimal = Set("0123456789ABCDEFabcdef".utf8)
    guard
      let start = (name..<count).first(where: {
        range($0, 32).map { self[$0].allSatisfy(hexadecimal.contains) } ?? false
      })
    else { return self }
    var changed = self
    changed.replaceSubrange(start..<start + 32, with: extended.extensionName)
    return changed
  }

  /// A packet that names no extension.
  fileprivate var droppingExtension: [UInt8] {
    XMPPacket(self)?.filtered(comments: true) { $0.name.local != "HasExtendedXMP" } ?? self
  }

  /// The digest by which a packet names its extension, 32 hexadecimal digits.
  var extensionName: [UInt8] {
    guard let text = g_compute_checksum_for_data(G_CHECKSUM_MD5, self, gsize(count)) else {
      return []
    }
    defer { g_free(text) }
    return Array(String(cString: text).uppercased().utf8)
  }
}
