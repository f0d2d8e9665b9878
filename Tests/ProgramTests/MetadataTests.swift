import Files
import Testing

/// What a manifest's `metadata` does to files, from the manifest to the disk.
@Suite struct MetadataTests {
  private let place: Workplace
  private let photo: [UInt8]

  init() throws {
    place = try Workplace()
    let xmp = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
        xmlns:ps="http://ns.adobe.com/photoshop/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        exif:GPSLatitude="39,6.9N position" ps:City="the city">
        <dc:creator><rdf:Seq><rdf:li>Old name</rdf:li></rdf:Seq></dc:creator>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let payload = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)
    let plain = try Photo.small()
    let length = payload.count + 2
    photo =
      plain[..<2] + [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 0xff)] + payload + plain[2...]
    try place.addPhotos(["a.jpg"], bytes: photo)
  }

  private func run(_ name: String, _ outputs: String, _ more: BytePath...) throws -> JobRun {
    try place.manifest(
      "root: photos\nto: out\nname: \(name)\nvars: {who: Me}\noutputs:\n\(outputs)")
    return try place.runJob()
  }

  private func expect(
    _ path: BytePath, says texts: [String], not others: [String],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let text = String(decoding: try place.read(path), as: UTF8.self)
    for word in texts + others {
      #expect(
        text.contains(word) == texts.contains(word), "\(word) in \(path.displayed)",
        sourceLocation: location)
    }
  }

  @Test func `outputs of every format say what the mapping sets and not what it removes`() throws {
    let outputs = ["jpg", "png", "webp", "avif", "tif", "gif"].map { format in
      """
        - path: "{name}.\(format)"
          metadata: {base: keep, remove: [gps], set: {creator: "${who}", copyright: "(c) ${who}"}}
      """
    }
    let job = try run("a", outputs.joined(separator: "\n"))
    #expect(job.status == .exit(0))
    for format in ["jpg", "png", "webp", "avif", "tif", "gif"] {
      try expect(
        BytePath("out/a.\(format)"), says: ["(c) Me", "the city"], not: ["position", "Old name"])
    }
    #expect(try place.runJob().state("a.jpg") == "skipped")
  }

  @Test func `in place what any series removes stays away, and what one has set stays`() throws {
    let first = "  - {in-place: true, metadata: {remove: [gps], set: {creator: New name}}}"
    #expect(try run("first", first).state("a.jpg") == "succeeded")
    try expect(
      "photos/a.jpg", says: ["New name", "the city"], not: ["position", "Old name"])
    let coded = try place.read("photos/a.jpg").suffix(500)
    #expect(coded == photo.suffix(500))

    #expect(
      try run("second", "  - {in-place: true, metadata: {remove: [places]}}").state("a.jpg")
        == "succeeded")
    try expect(
      "photos/a.jpg", says: ["New name"], not: ["position", "Old name", "the city"])
    #expect(try place.runJob().state("a.jpg") == "skipped")

    #expect(try place.minilab("undo", "--yes", "photos/a.jpg").end == .exit(0))
    try expect(
      "photos/a.jpg", says: ["New name", "the city"], not: ["position", "Old name"])
    #expect(try place.minilab("revert", "--all", "--yes").end == .exit(0))
    #expect(try place.read("photos/a.jpg") == photo)
  }
}
