import Files
import Glibc
import Testing

/// The manifests in jobs/ are for real jobs: each must do what it says.
@Suite struct ExampleManifestTests {
  static let manifests = ((try? Folder(Workplace.package.appending("jobs")).entries()) ?? [])
    .map(\.name).filter { $0.fileExtension == "yaml" }.sorted()

  @Test func `there are manifests`() { #expect(!Self.manifests.isEmpty) }

  @Test(arguments: manifests)
  func `an example makes what it plans, and nothing the second time`(manifest: BytePath) throws {
    let place = try Workplace()
    // What `scripts/run` has made there is none of it.
    try Tree.copy(
      Workplace.package.appending("jobs"), to: place.folder.appending("jobs"),
      without: [".minilab", "out"])
    let file = BytePath("jobs").appending(manifest)
    let plan = try place.minilab("run", "--dry-run", "--json", "--yes", file)
    let planned = try JSONValue.lines(plan.output).flatMap { line in
      line["outputs"]?.list.compactMap { $0["path"]?.text } ?? []
    }
    #expect(!planned.isEmpty)

    let first = try place.runJob(file)
    #expect(first.status == .exit(0), "\(first.finished.text) \(first.finished.errorText)")
    #expect(first.state == "succeeded")
    #expect(first.count("succeeded") == first.count("total"))
    let outputs = first.items.flatMap { $0["outputs"]?.list ?? [] }
    #expect(Set(outputs.compactMap { $0["path"]?.text }) == Set(planned))
    for output in outputs { try expectAsTold(output) }

    let before = try Tree(place.folder, without: ["library", "said"])
    #expect(before.temporaries.isEmpty)
    let second = try place.runJob(file)
    #expect(second.status == .exit(0))
    #expect(second.count("skipped") == second.count("total"))
    #expect(try Tree(place.folder, without: ["library", "said"]).marks == before.marks)
    #expect(second.items.allSatisfy { $0["state"]?.text == "skipped" })
    let current = second.items.flatMap { $0["outputs"]?.list ?? [] }
    #expect(Set(current.compactMap { $0["sha256"] }) == Set(outputs.compactMap { $0["sha256"] }))
    #expect(current.count == outputs.count)
    #expect(current.allSatisfy { $0["state"]?.text == "unchanged" })
  }

  /// The file is there, complete and as its JSON line says.
  private func expectAsTold(_ output: JSONValue) throws {
    let path = BytePath(try #require(output["path"]?.text))
    let bytes = try Descriptor.open(path, O_RDONLY).readAll()
    #expect(bytes.count == output["bytes"]?.integer)
    #expect(Digest.of(bytes).hex == output["sha256"]?.text)
    let size = try #require(Photo.size(bytes), "\(path) is no picture")
    #expect(size.width == output["width"]?.integer)
    #expect(size.height == output["height"]?.integer)
  }
}
