import Files
import Glibc
import Manifest
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite struct TidyingTests {
  private let sample: SampleLibrary
  private let tidying: Tidying
  private static let day: Int64 = 24 * 3600 * 1_000_000

  init() throws {
    sample = try SampleLibrary()
    tidying = Tidying(sample.library)
  }

  @Test func `one of many workers has the turn, once a day, whatever clocks do`() throws {
    let sample = sample
    let turns = Mutex(0)
    try concurrently(6) { _ in
      if try Tidying(sample.library).takeTurn() { turns.withLock { $0 += 1 } }
    }
    #expect(turns.withLock(\.self) == 1)
    let now = Clock.now()
    #expect(try !tidying.takeTurn(now: now + Self.day / 2))
    #expect(try tidying.takeTurn(now: now + 2 * Self.day))
    // The clock is set back: what lies in the future does not count.
    #expect(try tidying.takeTurn(now: now))
    #expect(try !tidying.takeTurn(now: now))
  }

  @Test func `jobs go after as many days as the settings say`() throws {
    let job = try sample.submit([])
    let now = Clock.now()
    func run(days: Int64) throws -> Int {
      try tidying.run(now: now + days * Self.day, while: { true }).jobs
    }
    #expect(try run(days: 364) == 0)
    try sample.temporary.write("library/library.yaml", "keep-jobs: 400\n")
    #expect(try run(days: 399) == 0)
    #expect(try run(days: 401) == 1)
    #expect(throws: Failure.self) { try sample.jobs.job(job) }
  }

  @Test func `objects go that nothing refers to, and nothing goes once it is to stop`() throws {
    let file = try Descriptor.open(try sample.temporary.write("loose", "loose"), O_RDONLY)
    _ = try sample.library.objects.store(file)
    _ = try sample.submit([])
    let later = Clock.now() + 1000 * Self.day
    #expect(try tidying.run(now: later, while: { false }) == Tidying.Result())
    let result = try tidying.run(now: later, while: { true })
    #expect(result.jobs == 1 && result.objects == 1)
  }
}
