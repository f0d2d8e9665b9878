import CVips
import Files
import Manifest
import Testing

@testable import Imaging

@Suite struct MetadataTests {
  static let exif = [
    "exif-ifd0-Make": "Acme", "exif-ifd0-Copyright": "(c) Somebody",
    "exif-ifd0-Artist": "A. Person", "exif-ifd2-DateTimeOriginal": "2024:05:06 07:08:09",
    "exif-ifd2-BodySerialNumber": "12345", "exif-ifd2-CameraOwnerName": "A. Person",
    "exif-ifd2-FNumber": "2.8", "exif-ifd3-GPSLatitude": "39 6 54", "exif-ifd3-GPSLatitudeRef": "N",
  ]

  /// A photo with all that a camera and a catalog program write.
  func photo() throws -> Descriptor {
    let picture = try scene().copy()
    picture.set("exif-data", blob: emptyExif)
    for (name, value) in Self.exif { picture.set(name, value) }
    picture.set("xmp-data", blob: Array("<x tiff:Orientation=\"1\">place</x>".utf8))
    picture.set("iptc-data", blob: [0x1c, 2, 80, 0, 1, 65])
    return try file(picture, as: "jpegsave_target")
  }

  func names(_ policy: MetadataPolicy, _ format: ImageFormat) throws -> Set<String> {
    Set(
      try render(photo(), [], OutputSettings(format: format, metadata: policy)).picture.fieldNames)
  }

  /// The formats whose files hold EXIF as libvips writes them.
  static let exifFormats: [ImageFormat] = [.jpeg, .png, .webp, .avif]

  @Test("private keeps dates, camera and copyright, and nothing personal", arguments: exifFormats)
  func `private`(_ format: ImageFormat) throws {
    let names = try names(.private, format)
    #expect(
      names.isSuperset(of: [
        "exif-ifd0-Make", "exif-ifd0-Copyright", "exif-ifd2-DateTimeOriginal", "exif-ifd2-FNumber",
      ]))
    #expect(names.filter(isPersonal) == [])
  }

  @Test("keep keeps all", arguments: exifFormats)
  func keep(_ format: ImageFormat) throws {
    let names = try names(.keep, format)
    #expect(names.isSuperset(of: Self.exif.keys), "\(Set(Self.exif.keys).subtracting(names))")
    // libvips writes XMP to AVIF but does not read it from there.
    #expect(names.contains("xmp-data") || format == .avif)
  }

  @Test("strip leaves nothing", arguments: ImageFormat.allCases.filter { $0 != .heic })
  func strip(_ format: ImageFormat) throws {
    let names = try names(.strip, format)
    #expect(names.filter(isPersonal) == [])
    #expect(names.intersection(Self.exif.keys) == [])
    // JPEG XL always says what its numbers mean.
    #expect(!names.contains("icc-profile-data") || format == .jxl)
  }

  @Test("values survive being written again")
  func values() throws {
    let result = try render(photo(), [], OutputSettings(format: .jpeg)).picture
    func text(_ name: String) -> String {
      var value: UnsafePointer<CChar>?
      vips_image_get_string(result.image, name, &value)
      return value.map { String(cString: $0) } ?? ""
    }
    #expect(text("exif-ifd2-DateTimeOriginal").hasPrefix("2024:05:06 07:08:09"))
    #expect(text("exif-ifd0-Copyright").hasPrefix("(c) Somebody"))
    #expect(text("exif-ifd2-ColorSpace").hasPrefix("1 "))
  }

  @Test(
    "the small picture inside is of before the edit and goes",
    arguments: [MetadataPolicy.private, .keep, .strip])
  func thumbnail(_ policy: MetadataPolicy) throws {
    let picture = try scene().copy()
    picture.set("exif-data", blob: emptyExif)
    picture.set("jpeg-thumbnail-data", blob: try file(scene(), as: "jpegsave_target").readAll())
    let source = try file(picture, as: "jpegsave_target")
    #expect(try open(source).hasField("jpeg-thumbnail-data"))
    let result = try render(source, [], OutputSettings(format: .jpeg, metadata: policy)).picture
    #expect(!result.hasField("jpeg-thumbnail-data"))
  }

  @Test("a gain map that is gone is claimed no more")
  func gainMap() throws {
    let picture = try scene().copy()
    picture.set(
      "xmp-data", blob: Array("<x xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\"/>".utf8))
    let source = try file(picture, as: "jpegsave_target")
    let result = try render(source, [], OutputSettings(format: .jpeg, metadata: .keep))
    #expect(!result.picture.hasField("xmp-data"))
    #expect(result.warnings == [.gainMap])
  }

  /// Betrays a place, a person or a device.
  private func isPersonal(_ field: String) -> Bool {
    field == "iptc-data" || field == "jpeg-thumbnail-data"
      || ["GPS", "Serial", "Owner", "Artist", "MakerNote", "ifd1"].contains(where: field.contains)
  }
}
