import Files
import Glibc
import Testing

/// The public sample set of difficult files, where it is there.
@Suite struct SampleImageTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let file: String
    let size: Photo.Size?
    let outcome: String
    var testDescription: String { file }
  }

  private static let all: [Sample] = {
    let index = Workplace.samples.appending("INDEX.tsv")
    guard let bytes = try? Descriptor.open(index, O_RDONLY).readAll() else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      var size: Photo.Size?
      if let width = Int(cells[3]), let height = Int(cells[4]) {
        let isTurned = (5...8).contains(Int(cells[8]) ?? 1)
        size = Photo.Size(
          width: isTurned ? height : width, height: isTurned ? width : height)
      }
      return Sample(file: cells[0], size: size, outcome: cells[12])
    }
  }()

  private static let causes: Set<String> = [
    "EMPTY_FILE", "NOT_AN_IMAGE", "DECODE_FAILED", "FORMAT_BLOCKED", "MEDIA_NOT_SUPPORTED",
    "TOO_LARGE",
  ]

  @Test(.enabled(if: !all.isEmpty), arguments: ["jpg", "png"])
  func `every good file comes out upright and every bad one fails alone`(
    format: String
  ) throws {
    let place = try Workplace()
    try place.manifest(
      """
      root: "\(Workplace.samples.displayed)"
      to: out
      select: ["**/*"]
      exclude: [INDEX.tsv]
      outputs: [{path: "{dir}/{name}.{ext}.\(format)"}]
      """)
    let before = try Tree(Workplace.samples).marks
    let run = try place.runJob()
    #expect(run.status == .exit(3))
    #expect(run.state == "partial")
    #expect(run.count("quarantined") == 0)
    #expect(run.items.count == Self.all.count)
    var outputs: Set<BytePath> = []
    for sample in Self.all {
      let item = try #require(run.item(sample.file), "\(sample.file) has no item")
      if item["state"]?.text == "succeeded" {
        #expect(sample.outcome != "fail", "\(sample.file)")
        let output = BytePath("\(sample.file).\(format)")
        outputs.insert(output)
        let size = Photo.size(try place.read(place.out.appending(output)))
        if let expected = sample.size {
          #expect(size == expected, "\(sample.file)")
        } else {
          #expect(size != nil, "\(sample.file)")
        }
      } else {
        let error = item["error"]
        #expect(item["state"]?.text == "failed", "\(sample.file)")
        #expect(sample.outcome != "ok", "\(sample.file): \(String(describing: error))")
        #expect(Self.causes.contains(error?["code"]?.text ?? ""), "\(sample.file)")
        #expect(error?["message"]?.text?.isEmpty == false)
      }
    }
    // Nothing beside these, neither temporaries nor outputs of what failed.
    #expect(try Tree(place.out).names == outputs)
    #expect(try Tree(Workplace.samples).marks == before)
    #expect(run.code("bad/zero-byte.jpg") == "EMPTY_FILE")
    #expect(run.code("bad/text-named.jpg") == "NOT_AN_IMAGE")
    for name in ["truncated.jpg", "truncated.png", "truncated.gif", "corrupt-header.jpg"] {
      #expect(run.code("bad/\(name)") == "DECODE_FAILED")
    }
  }

  @Test(
    .enabled(if: !all.isEmpty),
    arguments: [
      ("edit: [{crop: {x: 0, y: 0, width: 600, height: 400}}]", "", 600, 400),
      ("", ", width: 300, height: 200, fit: fill", 300, 200),
      ("", ", width: 300, height: 200, fit: cover", 300, 200),
    ])
  func `crops and fixed sizes hit the upright picture`(
    edit: String, size: String, width: Int, height: Int
  ) throws {
    let place = try Workplace()
    try place.manifest(
      """
      root: "\(Workplace.samples.displayed)"
      to: out
      select: ["orientation/{Landscape,Portrait}_?.jpg"]
      \(edit)
      outputs: [{path: "{name}.png"\(size)}]
      """)
    let run = try place.runJob()
    #expect(run.status == .exit(0), "\(run.finished.text) \(run.finished.errorText)")
    let files = try Tree(place.out).names
    #expect(files.count == 16)
    for file in files {
      let size = Photo.size(try place.read(place.out.appending(file)))
      #expect(size == Photo.Size(width: width, height: height), "\(file)")
    }
  }
}
