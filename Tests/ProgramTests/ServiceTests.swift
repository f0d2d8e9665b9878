import Files
import Glibc
import Storage
import Testing

/// A worker as a service, with the test in the part of the service manager.
@Suite struct ServiceTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.manifest(
      """
      root: photos
      to: out
      outputs: [{path: "{name}.jpg", box: 80}]
      """)
  }

  /// - Parameter manager: who hears of it.
  private func worker(
    _ arguments: BytePath..., manager: NotifyListener? = nil,
    environment: [String: BytePath] = [:]
  ) throws -> RunningProgram {
    var environment = environment
    if let manager { environment["NOTIFY_SOCKET"] = manager.name }
    return try place.start(["worker"] + arguments, environment: environment)
  }

  private func submit(_ more: BytePath...) throws {
    #expect(try place.start(["submit", "--yes"] + more + ["job.yaml"]).wait().end == .exit(0))
  }

  private func job(_ id: Int64) throws -> Job { try Jobs(place.library()).job(id) }

  @Test(arguments: [false, true])
  func `a service manager hears how the worker is`(isAbstract: Bool) throws {
    try place.addPhotos(count: 150)
    let path = place.folder.appending("notify")
    let manager = try NotifyListener(
      isAbstract ? BytePath(bytes: Array("@".utf8) + path.bytes) : path)
    let worker = try worker(
      "--drain-timeout", "30", manager: manager, environment: ["WATCHDOG_USEC": "3000000"])
    let ready = try #require(try manager.place(of: "READY=1"))
    _ = try #require(try manager.place(of: "STATUS=waiting for jobs"))
    try submit()
    _ = try #require(
      try manager.place { $0.hasPrefix("STATUS=") && $0.contains(" of 150 photos") })
    _ = try #require(try manager.place(after: ready, of: "WATCHDOG=1"))

    worker.send(SIGHUP)
    let reloading = try #require(try manager.place(of: "RELOADING=1"))
    let time = try #require(manager.heard[reloading + 1].split(separator: "=").last)
    #expect(manager.heard[reloading + 1].hasPrefix("MONOTONIC_USEC="))
    #expect(try #require(Int(time)) > 0)
    let again = try #require(try manager.place(after: reloading, of: "READY=1"))

    worker.send(SIGTERM)
    _ = try #require(try manager.place(after: again, of: "STOPPING=1"))
    #expect(try worker.wait().end == .exit(0))
    #expect(try job(1).counts[.running] + job(1).counts[.publishing] == 0)
  }

  @Test func `a watchdog hears nothing more when publishing is stuck`() throws {
    try place.addPhotos(count: 2)
    try submit()
    let manager = try NotifyListener(place.folder.appending("notify"))
    let mark = place.folder.appending("stuck")
    let worker = try worker(
      manager: manager,
      environment: [
        "WATCHDOG_USEC": "1200000",
        "MINILAB_FAULT": BytePath("synced=run touch \(mark); exec tail -f /dev/null"),
      ])
    #expect(eventually { place.isThere("stuck") })
    var heard = -1
    // What was under way when it stuck, and a sign or two since.
    for _ in 0..<20 {
      guard
        let next = try manager.place(
          after: heard, milliseconds: 1500, where: { $0 == "WATCHDOG=1" })
      else {
        heard = .max
        break
      }
      heard = next
    }
    #expect(heard == .max, "it still says that all is well")
    worker.killAll()
    try worker.wait()
    #expect(try place.minilab("worker", "--drain").end == .exit(0))
    #expect(try job(1).counts[.succeeded] == 2)
    #expect(try Tree(place.out).temporaries.isEmpty)
  }

  @Test func `SIGHUP reads library yaml again and a broken one changes nothing`() throws {
    try place.addPhotos(count: 2)
    let manager = try NotifyListener(place.folder.appending("notify"))
    let worker = try worker(manager: manager)
    try submit()
    #expect(try eventually { try job(1).state == .succeeded })

    func reload(_ settings: String) throws {
      let before = manager.heard.count - 1
      try place.write("library/library.yaml", settings.utf8)
      worker.send(SIGHUP)
      let reloading = try #require(try manager.place(after: before, of: "RELOADING=1"))
      _ = try #require(try manager.place(after: reloading, of: "READY=1"))
    }
    try reload("formats: [png]\n")
    try submit("--again")
    #expect(try eventually { try job(2).state.isEnded })
    #expect(try job(2).counts[.failed] == 2)

    try place.write("library/library.yaml", "".utf8)
    try submit("--again")
    #expect(try eventually { try job(3).state.isEnded })
    #expect(try job(3).counts[.failed] == 2, "read without being asked to")

    try reload("formats: 7\n")
    try place.write("library/library.yaml", "".utf8)
    try submit("--again")
    #expect(try eventually { try job(4).state.isEnded })
    #expect(try job(4).counts[.failed] == 2)
    worker.send(SIGTERM)
    let ended = try worker.wait()
    #expect(ended.end == .exit(0))
    #expect(ended.errorText.contains("<3>"))
    #expect(ended.errorText.contains("library.yaml"))
  }

  @Test(arguments: [1, 2])
  func `a stop gives long work back uncharged`(signals: Int) throws {
    try place.addPhotos(count: 9)
    try place.manifest(
      """
      root: photos
      to: out
      outputs: [{path: "{name}.avif", width: 3000, enlarge: true, effort: 9}]
      """)
    try submit()
    let manager = try NotifyListener(place.folder.appending("notify"))
    // By the drain timeout, or by a second signal long before it.
    let worker = try worker(
      "--lanes", "2", "--drain-timeout", signals == 1 ? "0" : "600", manager: manager)
    #expect(eventually { !worker.renderers.isEmpty })
    worker.send(SIGTERM)
    _ = try #require(try manager.place(of: "STOPPING=1"))
    if signals == 2 {
      _ = try #require(try manager.place { $0.hasPrefix("EXTEND_TIMEOUT_USEC=") })
      worker.send(SIGTERM)
    }
    #expect(try worker.wait(seconds: 20).end == .exit(0))
    #expect(try job(1).counts[.queued] == 9)
    let charged = try place.library().database.read {
      try $0.integer("SELECT sum(errors + crashes) FROM items")
    }
    #expect(charged == 0)
    #expect(!place.isThere("out"))
  }

  @Test func `a drain with nothing to do says nothing, since cron would mail it`() throws {
    let ended = try worker("--drain").wait()
    #expect(ended.end == .exit(0))
    #expect(ended.output.isEmpty && ended.errors.isEmpty)
  }

  @Test func `messages for a journal carry priorities and what they are about`() throws {
    try place.addPhotos(["a.jpg"])
    try place.addPhotos(["bad one.jpg"], bytes: Array("no photo".utf8))
    try submit()
    let manager = try NotifyListener(place.folder.appending("notify"))
    let ended = try worker("--drain", manager: manager).wait()
    let lines = ended.errorText.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("<") })
    #expect(
      lines.contains {
        $0.hasPrefix("<4>") && $0.contains(" job=1 asset=\"bad one.jpg\" code=NOT_AN_IMAGE")
      })
    #expect(ended.output.isEmpty)
  }

  @Test func `figures for Prometheus are there at the end`() throws {
    try place.addPhotos(count: 3)
    try place.addPhotos(["bad.jpg"], bytes: Array("no photo".utf8))
    try submit()
    #expect(try place.minilab("worker", "--drain", "--metrics", "figures.prom").end == .exit(0))
    let text = String(decoding: try place.read("figures.prom"), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.contains("minilab_items{state=\"succeeded\"} 3"))
    #expect(lines.contains("minilab_items{state=\"failed\"} 1"))
    #expect(lines.contains("minilab_queue_depth 0"))
    #expect(lines.contains("minilab_stage_seconds_count{stage=\"render\"} 4"))
    #expect(lines.contains("minilab_renderer_restarts_total 0"))
    let size = try Tree(place.out).files.values.reduce(0) { $0 + $1.size }
    #expect(lines.contains("minilab_written_bytes_total \(size)"))
    #expect(try Tree(place.folder).temporaries.isEmpty)
  }

  @Test func `the status tells what every lane works on`() throws {
    try place.addPhotos(["a.jpg"])
    let worker = try worker(
      "--lanes", "2", environment: ["MINILAB_FAULT": "rendered=run sleep 20"])
    func lanes() throws -> [String?] {
      try JSONValue.lines(place.minilab("status", "--json").output)
        .flatMap { $0["lanes"]?.list ?? [] }.map { $0["asset"]?.text }
    }
    #expect(try eventually { try lanes() == [nil, nil] })
    try submit()
    #expect(try eventually { try lanes().compactMap(\.self) == ["a.jpg"] })
    #expect(try place.minilab("status").text.contains("1 of 2 lanes busy"))
    worker.killAll()
  }
}
