import Manifest

/// What a service does for its library once a day: old jobs go, and with them what the object store
/// keeps for nobody. Whichever worker comes first does it.
public struct Tidying: Sendable {
  private static let interval: Int64 = 24 * 3600 * 1_000_000
  private static let day: Int64 = 24 * 3600 * 1_000_000

  private let library: Library

  public init(_ library: Library) { self.library = library }

  /// Takes today's turn; false if somebody has it already.
  public func takeTurn(now: Int64 = Clock.now()) throws -> Bool {
    // Asked first, since looking costs no write. A time in the future is that of another clock.
    let last = try library.database.read { connection in
      try connection.integer("SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'tidied'")
    }
    guard last > now || last <= now - Self.interval else { return false }
    return try library.database.write(.submit) { connection in
      try connection.run(
        """
        INSERT INTO settings (name, value) VALUES ('tidied', :now)
        ON CONFLICT (name) DO UPDATE SET value = :now WHERE value = :last
        """, ["now": .text("\(now)"), "last": .text("\(last)")]) > 0
    }
  }

  /// What it came to.
  public struct Result: Sendable, Equatable {
    public var jobs = 0
    public var objects = 0

    public init() {}
  }

  /// - Parameter goesOn: asked between steps.
  public func run(now: Int64 = Clock.now(), while goesOn: () -> Bool) throws -> Result {
    var result = Result()
    let days = try library.settings().keepJobs ?? Pruning.standardDays
    let pruning = Pruning(library)
    for job in try pruning.candidates(endedBefore: now - Int64(days) * Self.day) where goesOn() {
      if try pruning.drop(job, while: goesOn) { result.jobs += 1 }
    }
    if goesOn() {
      result.objects = try GarbageCollection(library).run(dryRun: false, while: goesOn).count
    }
    return result
  }
}
