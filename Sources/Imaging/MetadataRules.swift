import Manifest

/// What of a photo's metadata may stay under a policy. All bases but `keep` name what stays and not
/// what goes: a field that nobody thought of stays private.
struct MetadataRules {
  let policy: MetadataPolicy
  /// The compressed picture stays as it is, and with it what says how to show it: orientation, gain
  /// map, panorama.
  let keepsPicture: Bool

  init(_ policy: MetadataPolicy, keepsPicture: Bool = false) {
    self.policy = policy
    self.keepsPicture = keepsPicture
  }

  /// Only what is known to be harmless stays.
  var isStrict: Bool { policy.base != .keep }

  /// Something may have to go, so that nothing may stay unread.
  var removesAnything: Bool { isStrict || !policy.remove.isEmpty }

  private func removes(_ parts: [MetadataPolicy.Part]) -> Bool {
    !policy.remove.isDisjoint(with: parts)
  }

  // MARK: EXIF

  func keeps(_ tag: ExifBlock.Tag) -> Bool {
    if ExifTags.picture.contains(tag) {
      return keepsPicture
        || policy.base == .keep && !removes([.exif]) && tag != ExifTags.orientation
    }
    if ExifTags.dates.contains(tag) { return policy.base != .strip }
    if removes([.exif]) { return false }
    switch policy.base {
    case .strip: return false
    case .private: return ExifTags.harmless.contains(tag)
    case .keep: return !removes(ExifTags.parts(of: tag))
    }
  }

  // MARK: XMP

  func keeps(_ node: XMPPacket.Node) -> Bool {
    let name = node.name
    if keepsPicture && XMPNames.isOfPicture(name) { return true }
    switch policy.base {
    case .strip: return !node.isProperty
    case .private:
      return !node.isProperty || !removes([.xmp]) && XMPNames.harmless.contains(name)
    case .keep:
      if removes([.xmp]) { return !node.isProperty }
      if let text = XMPNames.text(of: name), policy.set[text] != nil { return false }
      return !removes(XMPNames.parts(of: name))
    }
  }

  // MARK: IPTC

  /// The names of IPTC's application record, by their numbers.
  func keeps(iptc record: Int, _ dataset: Int) -> Bool {
    guard policy.base == .keep, !removes([.iptc]) else { return false }
    guard record == 2 else { return true }
    switch dataset {
    // Content location, city, sublocation, state, country.
    case 26, 27, 90, 92, 95, 100, 101: return !removes([.places])
    // By-line and its title, contact, writer.
    case 80, 85, 118, 122: return !removes([.owner]) && !(dataset == 80 && isSet(.creator))
    case 116: return !isSet(.copyright)
    case 120: return !isSet(.description)
    default: return true
    }
  }

  private func isSet(_ text: MetadataPolicy.Text) -> Bool { policy.set[text] != nil }

  /// Image resources of Photoshop other than IPTC.
  func keeps(resource number: Int) -> Bool {
    guard policy.base == .keep, !removes([.iptc]) else { return false }
    switch number {
    // Thumbnails of two versions.
    case 0x409, 0x40c: return !removes([.thumbnails])
    // EXIF and XMP once more.
    case 0x422, 0x423, 0x424: return !removesAnything
    default: return true
    }
  }

  // MARK: The rest

  /// A text of PNG by its keyword.
  func keeps(text keyword: String) -> Bool {
    let word = keyword.lowercased()
    switch policy.base {
    case .strip: return false
    case .private: return ["copyright", "creation time"].contains(word)
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

  var keepsThumbnails: Bool { !isStrict && !removes([.thumbnails]) }
  var keepsComments: Bool { !isStrict }
  var keepsTimes: Bool { policy.base != .strip }
}
