import Manifest

/// What of a photo's metadata may stay in a file under a policy. All bases but `keep` name what stays
/// and not what goes: a field that nobody thought of stays private.
struct MetadataRules {
  let policy: MetadataPolicy
  /// The compressed picture stays as it is, and with it what says how to show it: orientation, gain
  /// map, panorama.
  let keepsPicture: Bool
  /// The blocks that say the policy's texts: all that the format has and that need not go; where all
  /// must go, all.
  let textBlocks: Set<MetadataBlocks.Kind>

  init(_ policy: MetadataPolicy, _ format: ImageFormat, keepsPicture: Bool = false) {
    self.policy = policy
    self.keepsPicture = keepsPicture
    let gone = MetadataBlocks.Kind.allCases.filter { policy.remove.contains($0.part) }
    let left = format.blocks.subtracting(gone)
    textBlocks = policy.set.isEmpty ? [] : left.isEmpty ? format.blocks : left
  }

  /// Only what is known to be harmless stays.
  var isStrict: Bool { policy.base != .keep }

  /// Something may have to go, so that nothing may stay unread.
  var removesAnything: Bool { isStrict || !policy.remove.isEmpty }

  private func removes(_ parts: [MetadataPolicy.Part]) -> Bool {
    !policy.remove.isDisjoint(with: parts)
  }

  private func isSet(_ text: MetadataPolicy.Text?) -> Bool {
    text.map { policy.set[$0] != nil } ?? false
  }

  // MARK: EXIF

  func keeps(_ tag: ExifBlock.Tag) -> Bool {
    if ExifTags.picture.contains(tag) {
      return keepsPicture
        || policy.base == .keep && !removes([.exif]) && tag != ExifTags.orientation
    }
    // What it says is written anew.
    if isSet(ExifTags.text(of: tag)) { return textBlocks.contains(.exif) }
    if ExifTags.dates.contains(tag) { return policy.base != .strip }
    if removes([.exif]) || tag == ExifTags.author && isSet(.creator) { return false }
    switch policy.base {
    case .strip: return false
    case .private: return ExifTags.harmless.contains(tag)
    // The small picture inside is of before the edit.
    case .keep:
      return !removes(ExifTags.parts(of: tag)) && (keepsPicture || tag.directory != .thumbnail)
    }
  }

  // MARK: XMP

  func keeps(_ node: XMPPacket.Node) -> Bool {
    let name = node.name
    if keepsPicture && XMPNames.isOfPicture(name) { return true }
    // Neither a gain map nor a film behind the picture is carried over.
    if !keepsPicture && XMPNames.isOfFurtherPicture(name) { return false }
    if let text = XMPNames.text(of: name), policy.set[text] != nil { return says(node, text) }
    switch policy.base {
    case .strip: return !node.isProperty
    case .private:
      return !node.isProperty || !removes([.xmp]) && XMPNames.harmless.contains(name)
    case .keep:
      if removes([.xmp]) { return !node.isProperty }
      return !removes(XMPNames.parts(of: name))
    }
  }

  /// Is it the policy's text as it is to be written, and nothing else?
  func says(_ node: XMPPacket.Node, _ text: MetadataPolicy.Text) -> Bool {
    textBlocks.contains(.xmp) && node.isProperty && node.isPlain
      && node.name == XMPNames.name(of: text) && node.text == policy.set[text]
  }

  // MARK: IPTC

  /// A dataset of IPTC's application record by its number, others by their record's; those that say
  /// a text of the policy are written anew.
  func keeps(iptc record: Int, _ dataset: Int) -> Bool {
    guard policy.base != .strip, !removes([.iptc]) else { return false }
    // In what encoding texts are.
    if record == 1 && dataset == 90 { return true }
    guard record == 2 else { return policy.base == .keep }
    if MetadataPolicy.Text.allCases.contains(where: {
      PhotoshopResources.dataset(of: $0) == dataset && isSet($0)
    }) {
      return false
    }
    switch dataset {
    // The record's version, dates and times of the photo and its scan, copyright.
    case 0, 55, 60, 62, 63, 116: return true
    case _ where policy.base == .private: return false
    // Content location, city, sublocation, state, country.
    case 26, 27, 90, 92, 95, 100, 101: return !removes([.places])
    // By-line and its title, contact, writer.
    case 80, 85, 118, 122: return !removes([.owner])
    default: return true
    }
  }

  /// Image resources of Photoshop other than IPTC.
  func keeps(resource number: Int) -> Bool {
    guard policy.base == .keep, !removes([.iptc]) else { return false }
    switch number {
    // Thumbnails of two versions.
    case 0x409, 0x40c: return keepsThumbnails
    // EXIF and XMP once more.
    case 0x422, 0x423, 0x424: return keepsPicture && !removesAnything
    default: return true
    }
  }

  // MARK: The rest

  /// A text of PNG by its keyword.
  func keeps(text keyword: String) -> Bool {
    let word = keyword.lowercased()
    switch policy.base {
    case .strip: return false
    case .private: return word == "creation time" || word == "copyright" && !isSet(.copyright)
    case .keep:
      // Whole blocks, in hexadecimal or compressed.
      if word.hasPrefix("raw profile type") || word == "xml:com.adobe.xmp" {
        return !removesAnything
      }
      if word == "author" { return !removes([.owner]) && !isSet(.creator) }
      if word == "copyright" { return !isSet(.copyright) }
      if word == "description" { return !isSet(.description) }
      return !removes(XMPNames.parts(of: XMPPacket.Name("", keyword)))
    }
  }

  /// Of before the edit, where there was one.
  var keepsThumbnails: Bool { keepsPicture && !isStrict && !removes([.thumbnails]) }
  var keepsComments: Bool { !isStrict }
  var keepsTimes: Bool { policy.base != .strip }
}
