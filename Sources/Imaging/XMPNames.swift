import Manifest

/// XMP's properties as far as a policy tells them apart.
/// Source: XMP specification part 2 and IPTC Photo Metadata 2021.1.
enum XMPNames {
  typealias Name = XMPPacket.Name

  private static let xmp = "http://ns.adobe.com/xap/1.0/"
  private static let rights = "http://ns.adobe.com/xap/1.0/rights/"
  static let dublinCore = "http://purl.org/dc/elements/1.1/"
  private static let exif = "http://ns.adobe.com/exif/1.0/"
  private static let exifEx = "http://cipa.jp/exif/1.0/"
  private static let exifAux = "http://ns.adobe.com/exif/1.0/aux/"
  private static let tiff = "http://ns.adobe.com/tiff/1.0/"
  private static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
  private static let panorama = "http://ns.google.com/photos/1.0/panorama/"

  static let copyright = Name(dublinCore, "rights")

  /// Where a text is written.
  static func name(of text: MetadataPolicy.Text) -> Name {
    switch text {
    case .copyright: copyright
    case .creator: Name(dublinCore, "creator")
    case .description: Name(dublinCore, "description")
    }
  }

  /// Where a capture date may stand, the best first.
  static let datesTaken = [
    Name(exif, "DateTimeOriginal"), Name(photoshop, "DateCreated"), Name(xmp, "CreateDate"),
  ]

  static let harmless: Set<Name> = Set(
    datesTaken + [
      copyright, Name(rights, "Marked"), Name(rights, "UsageTerms"),
      Name(rights, "WebStatement"), Name(xmp, "ModifyDate"), Name(exif, "DateTimeDigitized"),
      Name(tiff, "Make"), Name(tiff, "Model"), Name(tiff, "Orientation"),
    ])

  private static let pictureNamespaces: Set = [
    "http://ns.adobe.com/hdr-gain-map/1.0/", "http://ns.google.com/photos/1.0/container/",
    "http://ns.google.com/photos/1.0/container/item/",
  ]

  /// Does it tell of a gain map, or of files behind the picture?
  static func isOfFurtherPicture(_ name: Name) -> Bool {
    pictureNamespaces.contains(name.namespace)
  }

  /// Does it say how to show the picture: its gain map, its orientation, its projection?
  static func isOfPicture(_ name: Name) -> Bool {
    if isOfFurtherPicture(name) || name == Name(tiff, "Orientation") {
      return true
    }
    return name.namespace == panorama && !name.local.contains("Heading")
      && !name.local.contains("Date") && !name.local.contains("Capture")
  }

  /// Which text a property says.
  static func text(of name: Name) -> MetadataPolicy.Text? {
    switch name {
    case Name(tiff, "Copyright"): .copyright
    case Name(tiff, "Artist"): .creator
    case Name(tiff, "ImageDescription"): .description
    default: MetadataPolicy.Text.allCases.first { self.name(of: $0) == name }
    }
  }

  private static let places: Set = [
    "city", "state", "country", "countryname", "countrycode", "provincestate", "sublocation",
    "location", "locationcreated", "locationshown", "worldregion",
  ]
  private static let owners: Set = [
    "creator", "artist", "ownername", "cameraownername", "owner", "authorsposition",
    "captionwriter", "creatorcontactinfo", "contributor", "imagecreator",
  ]

  /// What a property tells that a policy may remove by itself. Makers and programs have their own
  /// namespaces for the same things, so names count and not namespaces.
  static func parts(of name: Name) -> [MetadataPolicy.Part] {
    let local = name.local.lowercased()
    func has(_ words: String...) -> Bool { words.contains { local.contains($0) } }
    var parts: [MetadataPolicy.Part] = []
    if has("gps", "latitude", "longitude", "longtitude", "altitude")
      || name.namespace == "http://www.w3.org/2003/01/geo/wgs84_pos#"
    {
      parts.append(.gps)
    }
    if places.contains(local) || local.hasPrefix("location") { parts.append(.places) }
    if has("person", "people", "face", "region") && local != "worldregion" { parts.append(.people) }
    if has("serialnumber", "imageuniqueid") { parts.append(.serials) }
    if owners.contains(local) { parts.append(.owner) }
    if has("thumbnail") { parts.append(.thumbnails) }
    if has("makernote") { parts.append(.makerNotes) }
    let isDate = harmless.contains(name)
    if [exif, exifEx, exifAux, tiff].contains(name.namespace) && !isDate { parts.append(.exif) }
    return parts
  }
}
