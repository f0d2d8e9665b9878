import Files
import Glibc
import Storage
import Testing

/// A library that lies to a program about the time, from Debian's libfaketime.
private let fake = ["x86_64", "aarch64"].map {
  BytePath("/usr/lib/\($0)-linux-gnu/faketime/libfaketime.so.1")
}.first { (try? FileStatus.of($0)) ?? nil != nil }

/// The wall clock is set while a worker works: nothing is lost, done twice or stuck.
@Suite(.enabled(if: fake != nil)) struct ClockTests {
  private let place: Workplace
  private let clock: BytePath

  init() throws {
    place = try Workplace()
    clock = place.folder.appending("clock")
    try place.addPhotos(count: 40)
    try place.manifest("root: photos\nto: out\noutputs: [{path: \"{name}.png\", box: 60}]")
  }

  /// - Parameter offset: to the real time, as "-1h".
  private func set(_ offset: String) throws {
    try place.write("clock.new", "\(offset)\n".utf8)
    try Folder(place.folder).rename("clock.new", to: "clock")
  }

  private func worker(_ environment: [String: BytePath] = [:]) throws -> RunningProgram {
    let faking: [String: BytePath] = [
      "LD_PRELOAD": try #require(fake), "FAKETIME_TIMESTAMP_FILE": clock,
      "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
      "NO_FAKE_STAT": "1",
    ]
    return try place.start(
      ["worker", "--lanes", "2"], environment: faking.merging(environment) { $1 })
  }

  private func job() throws -> Job { try Jobs(place.library()).job(1) }

  /// All photos are done, each once, and the catalog is sound.
  private func expectDone() throws {
    #expect(try eventually { try job().state.isEnded })
    #expect(try job().counts[.succeeded] == 40)
    #expect(try Tree(place.out).files.count == 40)
    #expect(try Tree(place.out).temporaries.isEmpty)
    #expect(try place.minilab("verify", "--deep").end == .exit(0))
  }

  @Test(arguments: ["-1h", "+1h", "-400d"])
  func `work goes on when the clock is set`(offset: String) throws {
    try set("+0s")
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    let worker = try worker()
    #expect(try eventually { try job().counts[.succeeded] > 5 })
    try set(offset)
    try expectDone()
    // Also what is submitted after it, and by who has the right time.
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    #expect(try eventually { try Jobs(place.library()).job(2).state == .succeeded })
    worker.send(SIGTERM)
    #expect(try worker.wait().end == .exit(0))
  }

  @Test(arguments: ["-1h", "+1h"])
  func `what waits for another try gets it when the clock is set`(offset: String) throws {
    try set("+0s")
    try place.write("photos/poison.jpg", Photo.small() + Array("poison".utf8))
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    let worker = try worker(["MINILAB_POISON": "poison"])
    let library = try place.library()
    #expect(
      try eventually {
        try library.database.read { try $0.integer("SELECT max(crashes) FROM items") } > 0
      })
    try set(offset)
    #expect(try eventually { try job().state.isEnded })
    #expect(try job().counts[.quarantined] == 1)
    #expect(try job().counts[.succeeded] == 40)
    worker.send(SIGTERM)
    #expect(try worker.wait().end == .exit(0))
  }

  @Test func `a worker that was suspended for an hour goes on`() throws {
    try set("+0s")
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    let worker = try worker()
    #expect(try eventually { try job().counts[.succeeded] > 5 })
    worker.send(SIGSTOP)
    #expect(eventually { worker.isStopped })
    try set("+1h")
    worker.send(SIGCONT)
    try expectDone()
    worker.send(SIGTERM)
    #expect(try worker.wait().end == .exit(0))
  }
}
