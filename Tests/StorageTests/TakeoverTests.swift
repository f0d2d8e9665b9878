import Files
import Manifest
import Testing

@testable import Storage

@Suite struct TakeoverTests {
  let sample: SampleLibrary
  let rescuer: WorkerLock

  init() throws {
    sample = try SampleLibrary()
    rescuer = try WorkerLock(sample.library, kind: .worker)
    try sample.submit(["a.jpg", "b.jpg"])
  }

  private func takeOver() throws -> [RescuedItem] {
    try Takeover.items(of: sample.worker, isDead: true, by: rescuer.id, sample.library)
  }

  private func begun() throws -> ClaimedItem {
    let item = try sample.claim(1)[0]
    let outputs = [sample.output("y.png", ordinal: 1), sample.output("x.png")]
    guard case .begun = try sample.begin(sample.publication(of: item, outputs)) else {
      throw Failure.sample
    }
    return item
  }

  @Test("Each item gets a new lease, once, and the dead worker's is worth nothing")
  func lease() throws {
    let items = try sample.claim()
    let rescued = try takeOver()
    #expect(Set(rescued.map(\.id)) == Set(items.map(\.id)))
    #expect(rescued.map(\.lease) == [2, 2])
    #expect(rescued.map(\.publishLease) == [0, 0])
    #expect(try takeOver().isEmpty)
    #expect(try sample.end(items[0], .failed(.sample)) == false)
  }

  @Test("What had not begun to publish starts again")
  func restart() throws {
    let item = try sample.claim(1)[0]
    let rescued = try #require(try takeOver().first)
    guard case .restart = rescued.work else {
      Issue.record("\(rescued.work)")
      return
    }
    #expect(rescued.plan.asset.path == item.asset.path)
    #expect(
      try sample.library.database.write {
        try Queue.end(rescued.id, lease: rescued.lease, .returned, milliseconds: 0, $0)
      })
    let again = try sample.claim(1)[0]
    #expect((again.id, again.lease) == (item.id, 3))
    #expect((again.errors, again.crashes) == (0, 0))
  }

  @Test("What had begun goes on with its outputs in order")
  func resume() throws {
    let item = try begun()
    let rescued = try #require(try takeOver().first)
    guard case .resume(let outputs) = rescued.work else {
      Issue.record("\(rescued.work)")
      return
    }
    #expect(outputs.map(\.path.name) == ["x.png", "y.png"])
    #expect(outputs.map(\.digest) == [Digest.of("picture"), Digest.of("picture")])
    #expect((rescued.lease, rescued.publishLease) == (item.lease + 1, item.lease))
    #expect(try sample.succeed(item) == false)
    #expect(
      try sample.library.database.write {
        try Publishing.succeed(
          item: rescued.id, lease: rescued.lease, files: [:], cleaning: false, $0)
      })
    #expect(try takeOver().isEmpty)
  }

  @Test("What was refused is undone with its failure, whoever takes it over next")
  func undo() throws {
    let item = try begun()
    try sample.library.database.write {
      _ = try Publishing.refuse(item: item.id, lease: item.lease, .sample, $0)
    }
    _ = try takeOver()
    let next = try WorkerLock(sample.library, kind: .run)
    let rescued = try #require(
      try Takeover.items(of: rescuer.id, isDead: true, by: next.id, sample.library).first)
    guard case .undo(let outputs, let failure) = rescued.work else {
      Issue.record("\(rescued.work)")
      return
    }
    #expect(outputs.count == 2)
    #expect(failure == .sample)
    #expect((rescued.lease, rescued.publishLease) == (item.lease + 2, item.lease))
  }

  @Test("What is out is only cleaned up, until that is done")
  func clean() throws {
    let item = try begun()
    #expect(try sample.succeed(item, cleaning: true))
    let rescued = try #require(try takeOver().first)
    guard case .clean(let outputs) = rescued.work else {
      Issue.record("\(rescued.work)")
      return
    }
    #expect(outputs.count == 2)
    #expect(try sample.state(item) == .succeeded)
    func forget(lease: Int64) throws -> Bool {
      try sample.library.database.write {
        try Publishing.forget(item: item.id, lease: lease, $0)
      }
      return try sample.integer("SELECT intents IS NULL FROM items WHERE id = \(item.id)") == 1
    }
    #expect(try forget(lease: item.lease) == false)
    #expect(try forget(lease: rescued.lease))
    #expect(
      try Takeover.items(of: rescuer.id, isDead: true, by: sample.worker, sample.library).isEmpty)
  }

  @Test("From a living worker all is taken but what it takes back itself")
  func living() throws {
    let refused = try begun()
    let other = try sample.claim(1)[0]
    try sample.library.database.write {
      _ = try Publishing.refuse(item: refused.id, lease: refused.lease, .sample, $0)
    }
    let rescued = try Takeover.items(
      of: sample.worker, isDead: false, by: rescuer.id, sample.library)
    #expect(rescued.map(\.id) == [other.id])
    #expect(try takeOver().map(\.id) == [refused.id])
  }

  @Test("The names of a lost lease are swept once its worker is dead and the item has no intents")
  func sweepable() throws {
    let item = try begun()
    func leases() throws -> [Int64] {
      try Takeover.sweepable(sample.library).map(\.lease)
    }
    _ = try Takeover.items(of: sample.worker, isDead: false, by: rescuer.id, sample.library)
    #expect(try leases().isEmpty)
    try sample.library.database.write {
      try $0.run("UPDATE workers SET ended_at = 1 WHERE id = \(sample.worker)")
    }
    #expect(try leases().isEmpty)
    #expect(
      try sample.library.database.write {
        try Publishing.succeed(
          item: item.id, lease: item.lease + 1, files: [:], cleaning: false, $0)
      })
    #expect(try leases() == [item.lease])
    let lost = try Takeover.sweepable(sample.library)[0]
    #expect(lost.plan.asset.path == item.asset.path)
    try Takeover.forget(lost, sample.library)
    #expect(try leases().isEmpty)
  }
}
