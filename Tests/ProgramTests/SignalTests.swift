import Files
import Glibc
import Storage
import Testing

/// Signals stop work in good order.
@Suite struct SignalTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.addPhotos(count: 150)
    try place.manifest(
      """
      root: photos
      to: out
      outputs: [{path: "{name}.jpg", box: 80}]
      """)
  }

  private func firstOutputs(_ count: Int = 5) throws {
    #expect(try eventually { try Tree(place.out).files.count >= count })
  }

  private func expectAllDone() throws {
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    let job = try Jobs(place.library()).job(1)
    #expect(job.state == .succeeded)
    #expect(job.counts[.succeeded] == 150)
    #expect(try Tree(place.out).files.count == 150)
    #expect(try Tree(place.out).temporaries.isEmpty)
    #expect(try place.minilab("verify").end == .exit(0))
  }

  private func inWork() throws -> Int64 {
    try place.library().database.read {
      try $0.integer("SELECT count(*) FROM items WHERE state IN ('running', 'publishing')")
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `a run that is stopped leaves a paused job that goes on later`(
    signal: Int32, status: Int32
  ) throws {
    let run = try place.start(["run", "--json", "--yes", "job.yaml"])
    try firstOutputs()
    run.send(signal)
    let stopped = try JobRun(run.wait())
    #expect(stopped.status == .exit(status))
    #expect(stopped.state == "paused")
    let done = try #require(stopped.count("succeeded"))
    #expect(done >= 5 && done < 150)
    #expect(stopped.items.count == done)
    #expect(stopped.items.allSatisfy { $0["state"]?.text == "succeeded" })
    #expect(try Tree(place.out).files.count == done)
    #expect(try Tree(place.out).temporaries.isEmpty)
    #expect(try inWork() == 0)
    #expect(try place.minilab("verify").end == .exit(0))

    // Paused means paused.
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    #expect(try Tree(place.out).files.count == done)
    #expect(try place.minilab("resume", "1").end == .exit(0))
    try expectAllDone()
  }

  @Test func `the same command again goes on with a run that Ctrl-C has stopped`() throws {
    let run = try place.start(["run", "--json", "--yes", "job.yaml"])
    try firstOutputs()
    run.send(SIGINT)
    #expect(try run.wait().end == .exit(130))
    #expect(try Jobs(place.library()).job(1).state == .paused)
    #expect(try place.runJob().status == .exit(0))
    #expect(try Jobs(place.library()).job(1).counts[.succeeded] == 150)
    try expectAllDone()
  }

  @Test func `a stopped run says how to go on and how to give up`() throws {
    let run = try place.start(["run", "--yes", "job.yaml"])
    try firstOutputs()
    run.send(SIGINT)
    let stopped = try run.wait()
    #expect(stopped.end == .exit(130))
    #expect(stopped.errorText.contains("minilab resume 1"))
    #expect(stopped.errorText.contains("minilab cancel 1"))
    #expect(try place.minilab("cancel", "1").end == .exit(0))
    #expect(try Jobs(place.library()).job(1).state == .partial)
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `a worker that is told to stop gives its items back and ends well`() throws {
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    let worker = try place.start(["worker"])
    try firstOutputs()
    worker.send(SIGTERM)
    let stopped = try worker.wait()
    #expect(stopped.end == .exit(0), "\(stopped.errorText)")
    #expect(try inWork() == 0)
    let job = try Jobs(place.library()).job(1)
    #expect(job.counts[.queued] + job.counts[.succeeded] == 150)
    #expect(try Tree(place.out).temporaries.isEmpty)
    #expect(try WorkerRegistry.unended(place.library()).isEmpty)
    try expectAllDone()
  }

  @Test func `a second signal stops at once and charges nobody`() throws {
    try place.manifest(
      """
      root: photos
      to: out
      select: ["00?.jpg"]
      outputs: [{path: "{name}.avif", width: 3000, enlarge: true, effort: 9}]
      """)
    let run = try place.start(["run", "--json", "--yes", "--lanes", "2", "job.yaml"])
    #expect(eventually { !run.children.isEmpty })
    run.send(SIGINT)
    // The first has been heard when the job is held.
    let library = try place.library()
    #expect(
      try eventually { try library.database.read { try $0.integer("SELECT held FROM jobs") } > 0 })
    run.send(SIGINT)
    let stopped = try JobRun(run.wait(seconds: 20))
    #expect(stopped.status == .exit(130))
    #expect(stopped.state == "paused")
    #expect(stopped.job?["items"]?["queued"]?.integer == 9)
    let charged = try library.database.read {
      try $0.integer("SELECT sum(errors + crashes) FROM items")
    }
    #expect(charged == 0)
    #expect(!place.isThere("out"))
    #expect(try place.minilab("cancel", "1").end == .exit(0))
  }
}
