import Files
import Manifest
import Testing

@testable import Storage

@Suite struct PublicationTests {
  let sample: SampleLibrary
  let item: ClaimedItem

  init() throws {
    sample = try SampleLibrary()
    try sample.submit(["a.jpg", "b.jpg"])
    item = try sample.claim(1)[0]
  }

  private static let edit = StagedAdjustment(
    parent: nil, base: Digest.of("photo"), original: Digest.of("photo"),
    content: AdjustmentContent(
      Recipe([Recipe.Section(name: "sample", series: 1, operations: [])])))

  private func staged() throws -> Int64 {
    try sample.integer(
      """
      SELECT (SELECT count(*) FROM renditions WHERE state = 'staged')
        + (SELECT count(*) FROM adjustments WHERE state = 'staged')
      """)
  }

  private func isBegun(_ begin: Publishing.Begin) -> Bool {
    if case .begun = begin { true } else { false }
  }

  /// Takes the item over, as the rescuer of a dead worker does.
  private func loseLease() throws {
    let other = try WorkerLock(sample.library, kind: .worker)
    #expect(
      try Takeover.items(of: sample.worker, isDead: true, by: other.id, sample.library).count == 1)
  }

  private func refuse() throws -> Bool {
    try sample.library.database.write {
      try Publishing.refuse(item: self.item.id, lease: self.item.lease, .sample, $0)
    }
  }

  private func fail() throws -> Bool {
    try sample.library.database.write {
      try Publishing.fail(item: self.item.id, lease: self.item.lease, .sample, $0)
    }
  }

  @Test("To begin stages all rows and remembers the original")
  func begin() throws {
    let publication = try sample.publication(
      of: item, [sample.output("x.png"), sample.output("y.png", ordinal: 1)],
      adjustment: Self.edit)
    #expect(isBegun(try sample.begin(publication)))
    #expect(try staged() == 3)
    #expect(try sample.state(item) == .publishing)
    #expect(try sample.jobs.job(item.job).counts[.publishing] == 1)
    let asset = try #require(
      try Assets(sample.library).asset(root: sample.root.id, path: item.asset.path))
    #expect(asset.file == publication.source?.file)
    #expect(asset.original == publication.source?.original)
    #expect(asset.head == nil)
    #expect(try sample.integer("SELECT count(*) FROM changes") == 0)
    #expect(try Renditions(sample.library).live(asset: asset.id).isEmpty)
    #expect(try sample.findings().isEmpty)
  }

  @Test("A lost lease cannot begin")
  func beginFenced() throws {
    try loseLease()
    guard case .lost = try sample.begin(sample.publication(of: item, [sample.output("x.png")]))
    else {
      Issue.record("it could")
      return
    }
    #expect(try staged() == 0)
    #expect(try sample.state(item) == .running)
  }

  @Test("A cancelled item does not begin, and one that has begun is not cancelled")
  func beginCancelled() throws {
    try sample.jobs.cancel(item.job)
    guard case .cancelled = try sample.begin(sample.publication(of: item, [sample.output("x.png")]))
    else {
      Issue.record("it began")
      return
    }
    #expect(try staged() == 0)
    #expect(try sample.end(item, .cancelled))
    try sample.submit(["c.jpg"])
    let other = try sample.claim()[0]
    #expect(isBegun(try sample.begin(sample.publication(of: other))))
    try sample.jobs.cancel(other.job)
    #expect(try sample.succeed(other))
    #expect(try sample.jobs.job(other.job).state == .succeeded)
  }

  @Test("A path that another asset is publishing to is a conflict, and leaves nothing staged")
  func stagedConflict() throws {
    #expect(isBegun(try sample.begin(sample.publication(of: item, [sample.output("x.png")]))))
    let other = try sample.claim()[0]
    let outputs = [sample.output("z.png"), sample.output("x.png", ordinal: 1)]
    guard
      case .refused(let failure) = try sample.begin(
        sample.publication(of: other, outputs, adjustment: Self.edit))
    else {
      Issue.record("both began")
      return
    }
    #expect(failure.code == .outputConflict)
    #expect(try staged() == 1)
    #expect(try sample.state(other) == .running)
    #expect(try sample.end(other, .failed(failure)))
    #expect(try sample.findings().isEmpty)
  }

  @Test("A path where another asset's rendition is live is a conflict, even if its file is gone")
  func liveConflict() throws {
    try #require(try sample.publish(item, "x.png") != nil)
    let other = try sample.claim()[0]
    guard
      case .refused(let failure) = try sample.begin(
        sample.publication(of: other, [sample.output("x.png")]))
    else {
      Issue.record("it began")
      return
    }
    #expect(failure.code == .outputConflict)
    #expect(failure.message.contains("x.png"))
    #expect(try staged() == 0)
  }

  @Test("Success makes one change: the adjustment is the head, the renditions are live")
  func succeed() throws {
    let output = sample.output("x.png")
    let publication = try sample.publication(of: item, [output], adjustment: Self.edit)
    #expect(isBegun(try sample.begin(publication)))
    try sample.temporary.write("photos/x.png", "picture")
    let status = try #require(try FileStatus.of(output.path))
    let file = PublishedFile(Digest.of("picture"), status)
    #expect(try sample.succeed(item, files: [0: file], cleaning: true))
    #expect(try sample.succeed(item, files: [0: file]) == false)

    let asset = try #require(
      try Assets(sample.library).asset(root: sample.root.id, path: item.asset.path))
    let head = try #require(
      try asset.head.flatMap { try Adjustments(sample.library).adjustment($0) })
    #expect(head.asset == asset.id)
    #expect(head.base == Self.edit.base)
    #expect(head.content == Self.edit.content)
    let live = try #require(try Renditions(sample.library).live(at: output.path))
    #expect(live.file == file.file)
    #expect(live.key == output.rendering?.key)
    #expect(live.item == item.id)
    #expect(!live.isSettled)
    let changes = try sample.library.database.read { connection in
      try connection.rows("SELECT asset_id, kind, adjustment_id FROM changes", [:]) {
        "\($0.integer(0)) \($0.text(1)) \($0.integer(2))"
      }
    }
    #expect(changes == ["\(asset.id) edited \(head.id)"])
    #expect(try sample.state(item) == .succeeded)
    #expect(try sample.jobs.job(item.job).counts[.succeeded] == 1)
    #expect(try sample.findings().isEmpty)
  }

  @Test("A rendition takes the place of the one before at its path")
  func replaced() throws {
    let first = try #require(try sample.publish(item, "x.png", content: "one"))
    try sample.submit(["a.jpg"])
    let next = try #require(try sample.claim().first { $0.asset.id == item.asset.id })
    let second = try #require(
      try sample.publish(next, "x.png", content: "two", expected: "one"))
    #expect(second.id != first.id)
    #expect(try Renditions(sample.library).live(asset: item.asset.id).map(\.id) == [second.id])
    #expect(
      try sample.integer("SELECT id FROM renditions WHERE state = 'replaced'") == first.id)
    #expect(
      try sample.integer("SELECT replaces FROM renditions WHERE state = 'live'") == first.id)
    #expect(try sample.integer("SELECT count(*) FROM changes WHERE kind = 'rendered'") == 2)
    #expect(try sample.findings().isEmpty)
  }

  @Test("A file that went away after it came out is a live rendition, and missing")
  func goneAtOnce() throws {
    #expect(isBegun(try sample.begin(sample.publication(of: item, [sample.output("x.png")]))))
    #expect(try sample.succeed(item))
    #expect(try staged() == 0)
    let path = sample.photos.appending("x.png")
    #expect(try Renditions(sample.library).live(at: path)?.isSettled == false)
    #expect(try sample.findings() == ["\(path): is missing"])
  }

  @Test("Who lost the lease can neither succeed nor refuse nor fail")
  func endsFenced() throws {
    #expect(
      isBegun(
        try sample.begin(
          sample.publication(of: item, [sample.output("x.png")], adjustment: Self.edit))))
    try loseLease()
    #expect(try sample.succeed(item) == false)
    #expect(try refuse() == false)
    #expect(try fail() == false)
    #expect(try staged() == 2)
    #expect(try sample.state(item) == .publishing)
    #expect(try sample.integer("SELECT count(*) FROM changes") == 0)
  }

  @Test("Nothing of this is for an item that has not begun")
  func endsNeedPublishing() throws {
    #expect(try sample.succeed(item) == false)
    #expect(try refuse() == false)
    #expect(try fail() == false)
    #expect(try sample.state(item) == .running)
  }

  @Test("A refusal is recorded before it is undone, and then leaves nothing but the failure")
  func refuseAndFail() throws {
    #expect(
      isBegun(
        try sample.begin(
          sample.publication(of: item, [sample.output("x.png")], adjustment: Self.edit))))
    #expect(try refuse())
    #expect(try staged() == 2)
    #expect(try sample.state(item) == .publishing)
    #expect(try fail())
    #expect(try staged() == 0)
    #expect(try sample.integer("SELECT count(*) FROM adjustments") == 0)
    #expect(try sample.integer("SELECT count(*) FROM changes") == 0)
    #expect(try Items(sample.library).item(item.id)?.failure == .sample)
    #expect(try sample.state(item) == .failed)
    #expect(try sample.findings().isEmpty)
    // The path is free again.
    let other = try sample.claim()[0]
    #expect(try sample.publish(other, "x.png") != nil)
  }

  @Test("An object is referred to only under the lease, and once")
  func refer() throws {
    let (item, digest) = (item, Digest.of("foreign"))
    func refer() throws -> Bool {
      try sample.library.database.write {
        try Publishing.refer(
          to: digest, foundAt: "/x", item: item.id, lease: item.lease, $0)
      }
    }
    #expect(try refer())
    #expect(try refer())
    #expect(try sample.integer("SELECT count(*) FROM objects") == 1)
    try loseLease()
    #expect(try refer() == false)
  }
}
