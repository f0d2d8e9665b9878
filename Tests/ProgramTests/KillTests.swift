import Files
import Glibc
import Storage
import TestSupport
import Testing

/// Killed at any moment and started again, nothing is lost, done twice or left half written.
@Suite struct KillTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private let small = """
    root: photos
    to: out
    outputs:
      - {path: "one/{name}.jpg", box: 80}
      - {path: "two/{name}.png", box: 60}
    """

  @Test func `a worker killed again and again does every item once`() throws {
    let (count, kills) = Workplace.isSoak ? (400, 10) : (120, 4)
    try place.addPhotos(count: count)
    try place.manifest(small)
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    var random = SeededNumbers(seed: 20_261_201)
    var killed = 0
    for number in 1...kills {
      let worker = try place.start(["worker", "--drain", "--lanes", "2"])
      // Somewhere on the way, so that every kill finds work to do.
      let goal =
        number * 2 * count / (kills + 1) - Int.random(in: 0..<(count / kills), using: &random)
      _ = try eventually { try worker.hasEnded || Tree(place.out).files.count >= goal }
      // And then at any moment between two steps.
      for _ in 0..<Int.random(in: 0..<100, using: &random) { _ = try Tree(place.out) }
      if !worker.hasEnded { killed += 1 }
      worker.killAll()
      try worker.wait()
      try expectCompleteFiles()
      #expect(try runningItems() <= 64)
    }
    #expect(killed == kills)
    let last = try place.minilab("worker", "--drain")
    #expect(last.end == .exit(0), "\(last.errorText)")
    try expectEverythingOnce(count: count, outputs: 2)
  }

  @Test func `a worker killed while it replaces outputs leaves the old or the new ones`() throws {
    let count = Workplace.isSoak ? 200 : 60
    try place.addPhotos(count: count)
    try place.manifest(small)
    #expect(try place.runJob().status == .exit(0))
    let old = try Set(Tree(place.out).names.map { try Tree.digest(place.out.appending($0)) })
    try place.manifest(small.replacing("box: 80", with: "box: 80, quality: 40"))
    #expect(try place.minilab("submit", "job.yaml").end == .exit(0))
    var random = SeededNumbers(seed: 77)
    for _ in 1...(Workplace.isSoak ? 10 : 4) {
      let before = try Tree(place.out).marks
      let worker = try place.start(["worker", "--drain", "--lanes", "2"])
      let goal = Int.random(in: 1..<12, using: &random)
      _ = try eventually {
        let now = try Tree(place.out).marks
        return worker.hasEnded || before.count(where: { now[$0.key] != $0.value }) >= goal
      }
      worker.killAll()
      try worker.wait()
    }
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    let new = try Set(
      Tree(place.out).names.filter { $0.displayed.hasPrefix("one/") }
        .map { try Tree.digest(place.out.appending($0)) })
    #expect(new.count == 1)
    #expect(new.isDisjoint(with: old))
    #expect(try Tree(place.out).temporaries.isEmpty)
    #expect(try Tree(place.out).files.count == 2 * count)
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `a run killed at several moments leaves complete files and goes on`() throws {
    try place.addPhotos(count: 40)
    try place.manifest(small)
    for goal in [0, 10, 30] {
      let run = try place.start(["run", "--yes", "--lanes", "2", "job.yaml"])
      _ = try eventually {
        try run.hasEnded || !run.children.isEmpty && Tree(place.out).files.count >= goal
      }
      run.killAll()
      try run.wait()
      try expectCompleteFiles()
    }
    let run = try place.runJob()
    #expect(run.status == .exit(0), "\(run.finished.text)")
    // What the killed runs had not done waits for a worker.
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    #expect(try Tree(place.out).temporaries.isEmpty)
    #expect(try Tree(place.out).files.count == 80)
    try expectCompleteFiles()
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `a submitter killed half way leaves no job behind`() throws {
    try place.addPhotos(count: 800)
    try place.manifest(small)
    for _ in 1...3 {
      let submit = try place.start(["submit", "--yes", "job.yaml"])
      let library = try place.library()
      _ = try eventually {
        let jobs = try library.database.read { try $0.integer("SELECT count(*) FROM jobs") }
        return submit.hasEnded || jobs > 0
      }
      submit.killAll()
      try submit.wait()
    }
    // A worker with nothing to do takes dead submissions away.
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    let jobs = try Jobs(place.library()).recent()
    #expect(jobs.allSatisfy { $0.state == .succeeded && $0.counts.total == 800 })
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `a killed renderer costs a retry and nothing else`() throws {
    try place.addPhotos(["a.jpg", "b.jpg", "c.jpg"], bytes: Photo.sample("aurora.jpg"))
    try place.manifest(slow)
    let run = try place.start(["run", "--json", "--yes", "--lanes", "1", "job.yaml"])
    #expect(eventually { !run.children.isEmpty })
    let victim = try #require(run.children.first)
    kill(victim, SIGKILL)
    let result = try JobRun(run.wait())
    #expect(result.status == .exit(0), "\(result.finished.text)")
    #expect(result.count("succeeded") == 3)
    #expect(result.items.count == 3)
    #expect(try crashes() == 1)
    #expect(try Tree(place.out).files.count == 3)
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `a photo that kills its renderer three times is quarantined, the others succeed`()
    throws
  {
    try place.addPhotos(["z.jpg"], bytes: Photo.sample("aurora.jpg"))
    try place.addPhotos(["b.jpg", "c.jpg"])
    try place.manifest(slow)
    let run = try place.start(["run", "--json", "--yes", "--lanes", "1", "job.yaml"])
    // The big photo comes last: once the others are done, every renderer works on it.
    var victims: Set<pid_t> = []
    let library = try place.library()
    _ = try eventually {
      let crashes = victims.count
      let isWorking = try library.database.read {
        try $0.integer(
          """
          SELECT sum(state = 'succeeded') = 2 AND sum(state = 'running' AND crashes = :crashes) = 1
          FROM items
          """, ["crashes": DatabaseValue(crashes)])
      }
      if isWorking == 1, let child = run.children.first, victims.insert(child).inserted {
        kill(child, SIGKILL)
      }
      return run.hasEnded
    }
    let result = try JobRun(run.wait())
    #expect(result.status == .exit(3), "\(result.finished.text)")
    #expect(result.state("z.jpg") == "quarantined")
    #expect(result.code("z.jpg") == "CRASHED")
    #expect(result.count("succeeded") == 2)
    #expect(try Tree(place.out).files.count == 2)
    let back = try place.minilab("retry", "--json", "1")
    #expect(back.end == .exit(0))
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    #expect(try Jobs(place.library()).job(1).state == .succeeded)
    #expect(try place.minilab("verify").end == .exit(0))
  }

  @Test func `a renderer that hangs is ended after the time-out and the item tried again`() throws {
    try place.addPhotos(["a.jpg"], bytes: Photo.sample("aurora.jpg"))
    // Slow enough to be caught, and far below the time-out also on a busy machine.
    try place.manifest(
      slow.replacing("width: 1000", with: "width: 500").replacing("effort: 6", with: "effort: 4")
        + "\ntimeout: 10s")
    let run = try place.start(["run", "--json", "--yes", "--lanes", "1", "job.yaml"])
    #expect(eventually { !run.renderers.isEmpty })
    let victim = try #require(run.renderers.first)
    kill(victim, SIGSTOP)
    let result = try JobRun(run.wait())
    #expect(result.status == .exit(0), "\(result.finished.text)")
    #expect(try crashes() == 1)
    #expect(kill(victim, 0) == -1)
  }

  @Test func `the status tells of a dead worker, and the next one takes its items over`() throws {
    try place.addPhotos(["a.jpg", "b.jpg"], bytes: Photo.sample("aurora.jpg"))
    try place.manifest(slow)
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    let worker = try place.start(["worker"])
    #expect(eventually { !worker.children.isEmpty })
    let renderers = worker.children
    func workers() throws -> [JSONValue] {
      try JSONValue.lines(place.minilab("status", "--json").output)
        .filter { $0["type"]?.text == "worker" }
    }
    #expect(try workers().map { $0["alive"] } == [.flag(true)])
    kill(worker.id, SIGKILL)
    try worker.wait()
    #expect(try workers().map { $0["alive"] } == [.flag(false)])
    // Renderers leave by themselves when their worker is gone.
    #expect(eventually { renderers.allSatisfy { kill($0, 0) == -1 } })
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    try expectEverythingOnce(count: 2, outputs: 1)
    #expect(try workers().isEmpty)
  }

  @Test func `a worker goes on although the output folder of a dead one is gone`() throws {
    try place.addPhotos(count: 150)
    try place.manifest(small)
    #expect(try place.minilab("submit", "--yes", "job.yaml").end == .exit(0))
    let library = try place.library()
    func publishing() throws -> Int64 {
      try library.database.read { try $0.integer("SELECT items_publishing FROM jobs") }
    }
    // Killed again and again until it happens past the point of no return.
    _ = try eventually {
      let worker = try place.start(["worker", "--drain"])
      _ = try eventually { try worker.hasEnded || publishing() > 0 }
      worker.killAll()
      try worker.wait()
      return try publishing() > 0
    }
    let held = Int(try publishing())
    #expect(held > 0)
    try Tree.remove(place.out)
    let next = try place.minilab("worker", "--drain")
    #expect(next.end == .exit(0), "\(next.errorText)")
    let counts = try Jobs(place.library()).job(1).counts
    #expect(counts.ended == 150)
    // What was coming out when the folder went is told, not claimed to be there.
    #expect(counts[.failed] == held)
    let retried = try place.minilab("retry", "1")
    #expect(retried.end == .exit(0))
  }

  // MARK: Helpers

  /// Long enough to be caught at it.
  private let slow = """
    root: photos
    to: out
    outputs: [{path: "{name}.avif", width: 1000, enlarge: true, effort: 6}]
    """

  private func crashes() throws -> Int64 {
    try place.library().database.read { try $0.integer("SELECT sum(crashes) FROM items") }
  }

  private func runningItems() throws -> Int64 {
    try place.library().database.read {
      try $0.integer("SELECT sum(items_running + items_publishing) FROM jobs")
    }
  }

  /// Equal photos give equal files: every one that is visible is complete.
  private func expectCompleteFiles() throws {
    for folder in ["one", "two"] as [BytePath] {
      let files = try Tree(place.out.appending(folder)).files
        .filter { !$0.key.displayed.hasPrefix(".") }
      #expect(Set(files.values.map(\.size)).count <= 1)
      let contents = try Set(
        files.keys.map { try Tree.digest(place.out.appending(folder).appending($0)) })
      #expect(contents.count <= 1)
    }
  }

  private func expectEverythingOnce(count: Int, outputs: Int64) throws {
    let job = try Jobs(place.library()).job(1)
    #expect(job.state == .succeeded)
    #expect(job.counts.total == count && job.counts[.succeeded] == count)
    #expect(try Tree(place.out).temporaries.isEmpty)
    #expect(try Tree(place.out).files.count == count * Int(outputs))
    let once = try place.library().database.read { connection in
      try [
        "SELECT count(*) FROM changes", "SELECT count(DISTINCT item_id) FROM changes",
        "SELECT count(*) FROM items WHERE state = 'succeeded' AND intents IS NULL",
        "SELECT count(*) FROM renditions WHERE state = 'live'",
        "SELECT count(*) FROM renditions",
      ].map { try connection.integer($0) }
    }
    let all = Int64(count)
    #expect(once == [all, all, all, all * outputs, all * outputs])
    let verified = try place.minilab("verify", "--json")
    #expect(verified.end == .exit(0), "\(verified.text)")
  }
}
