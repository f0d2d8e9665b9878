import CVips
import Manifest

/// The blocks of metadata that containers hold, without what a container wraps them in.
struct MetadataBlocks: Equatable {
  enum Kind: CaseIterable {
    case exif, xmp, iptc

    /// By which a policy removes it.
    var part: MetadataPolicy.Part {
      switch self {
      case .exif: .exif
      case .xmp: .xmp
      case .iptc: .iptc
      }
    }

    /// For people.
    var name: String { part.rawValue.uppercased() }
  }

  /// From the byte order mark on.
  var exif: [UInt8]?
  var xmp: [UInt8]?
  /// What did not fit into the packet (JPEG only).
  var extendedXMP: [UInt8]?
  /// Image resources of Photoshop, IPTC among them (JPEG and TIFF only).
  var photoshop: [UInt8]?

  var kinds: Set<Kind> {
    var kinds: Set<Kind> = []
    if exif != nil { kinds.insert(.exif) }
    if xmp != nil { kinds.insert(.xmp) }
    if photoshop != nil { kinds.insert(.iptc) }
    return kinds
  }
}

extension ImageFormat {
  /// The blocks that files of the format hold.
  var blocks: Set<MetadataBlocks.Kind> {
    switch self {
    case .jpeg, .tiff: [.exif, .xmp, .iptc]
    case .png, .webp, .avif, .heic, .jxl: [.exif, .xmp]
    case .gif: [.xmp]
    }
  }
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
    edited.photoshop = photoshop(blocks.photoshop)
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
        if block?.isUseless(formal: false) == true { block = nil }
      }
      try write(into: &block)
    } catch {
      throw Failure(
        .privateDataLeft, "values in the EXIF block share bytes, so that none can be removed alone",
        hint: "set `reencode: true`", stage: .encode)
    }
    return block?.bytes
  }

  /// The policy's texts.
  func write(into block: inout ExifBlock?) throws(ExifBlock.Overlap) {
    guard rules.textBlocks.contains(.exif) else { return }
    for text in MetadataPolicy.Text.allCases {
      guard let value = rules.policy.set[text] else { continue }
      if block == nil { block = ExifBlock(ExifBlock.empty) }
      try block?.set(ExifTags.tag(of: text), value)
    }
  }

  // MARK: XMP

  private mutating func xmp(
    _ packet: [UInt8]?, _ extended: [UInt8]?
  ) -> (packet: [UInt8]?, extended: [UInt8]?) {
    guard let packet else {
      if extended != nil { lose("an extended XMP packet without its first part") }
      return (adding(to: nil), nil)
    }
    let isStale = !rules.keepsPicture && XMPPacket.claimsGainMap(packet)
    guard rules.removesAnything || !rules.policy.set.isEmpty || isStale else {
      return (packet, extended)
    }
    guard let edited = filtered(packet) else { return (adding(to: nil), nil) }
    guard let extended else { return (adding(to: edited), nil) }
    // Strict rules let no extension through: what may stay fits into the first part.
    guard !rules.isStrict, let rest = filtered(extended) else {
      return (adding(to: edited.droppingExtension), nil)
    }
    if rest == extended { return (adding(to: edited), extended) }
    return (adding(to: edited.namingExtension(rest)), rest)
  }

  /// The packet with the policy's texts that it does not say.
  private func adding(to packet: [UInt8]?) -> [UInt8]? {
    guard rules.textBlocks.contains(.xmp) else { return packet }
    let nodes = packet.flatMap { XMPPacket($0) }?.nodes ?? []
    return XMPPacket.adding(
      rules.policy.set.filter { text, _ in !nodes.contains { rules.says($0, text) } }, to: packet)
  }

  private mutating func filtered(_ bytes: [UInt8]) -> [UInt8]? {
    guard let packet = XMPPacket(bytes) else {
      let isStale = !rules.keepsPicture && XMPPacket.claimsGainMap(bytes)
      guard rules.removesAnything || isStale else { return bytes }
      lose("an XMP packet that cannot be read")
      return nil
    }
    return packet.filtered(comments: !rules.isStrict, keeps: rules.keeps)
  }

  // MARK: IPTC

  private mutating func photoshop(_ bytes: [UInt8]?) -> [UInt8]? {
    guard rules.removesAnything || !rules.policy.set.isEmpty else { return bytes }
    guard let resources = PhotoshopResources(bytes ?? []) else {
      guard rules.removesAnything else { return bytes }
      lose("an IPTC block that cannot be read")
      return PhotoshopResources().edited(rules)
    }
    return resources.edited(rules)
  }
}

extension ExifBlock {
  /// Says nothing that a reader would not assume anyhow.
  /// - Parameter formal: nor what a block must have.
  func isUseless(formal: Bool) -> Bool {
    let meaningless: Set = [
      Tag(.primary, 0x213), Tag(.exif, 0x9101), Tag(.exif, 0xa000), ExifTags.width,
      ExifTags.height,
    ]
    return bytes.isEmpty
      || entries.allSatisfy { entry in
        if ExifDirectories.directory(referredBy: entry.tag) != nil { return true }
        if entry.tag == ExifTags.orientation { return value(entry.tag) == 1 }
        if formal && ExifTags.formal.contains(entry.tag) { return true }
        if entry.tag == ExifTags.colorSpace { return value(entry.tag) == 1 }
        return meaningless.contains(entry.tag)
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
