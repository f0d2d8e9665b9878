import Files
import Glibc
import Testing

private let analyzer: BytePath = "/usr/bin/systemd-analyze"
private let hasSystemd = (try? FileStatus.of(analyzer)) ?? nil != nil

/// What scripts/install lays down, and that systemd takes it.
@Suite struct InstallTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    #expect(try install().end == .exit(0))
  }

  private var prefix: BytePath { place.folder.appending("prefix") }
  private var units: BytePath { prefix.appending("lib/systemd") }

  private func install(_ more: BytePath...) throws -> RunningProgram.Finished {
    try place.start(
      program: Workplace.package.appending("scripts/install"),
      ["--prefix", prefix, "--build", Workplace.programs] + more
    ).wait()
  }

  private func analyze(_ arguments: [BytePath]) throws -> RunningProgram.Finished {
    try Folder.make(place.folder.appending("run"))
    return try place.start(
      program: analyzer, arguments,
      environment: ["XDG_RUNTIME_DIR": place.folder.appending("run")]
    ).wait()
  }

  @Test func `everything is there, names its place, and goes again`() throws {
    let files = try Tree(prefix).names
    for name in [
      "bin/minilab", "bin/minilab-render", "bin/minilab-roots", "share/man/man1/minilab.1",
      "lib/systemd/user/minilab-worker.service", "lib/systemd/system/minilab-worker@.service",
      "share/bash-completion/completions/minilab",
    ] as [BytePath] {
      #expect(files.contains(name), "\(name)")
    }
    for (path, _) in try Tree(units).files {
      let text = String(decoding: try place.read(units.appending(path)), as: UTF8.self)
      #expect(!text.contains("/usr/local"), "\(path)")
    }
    #expect(try install("--uninstall").end == .exit(0))
    #expect(try Tree(prefix).files.isEmpty)
  }

  @Test func `DESTDIR comes before the prefix and is named nowhere`() throws {
    let root = place.folder.appending("root")
    let finished = try place.start(
      program: Workplace.package.appending("scripts/install"),
      ["--prefix", "/opt/minilab", "--build", Workplace.programs],
      environment: ["DESTDIR": root]
    ).wait()
    #expect(finished.end == .exit(0))
    let unit = "root/opt/minilab/lib/systemd/user/minilab-worker.service" as BytePath
    let text = String(decoding: try place.read(unit), as: UTF8.self)
    #expect(text.contains("ExecStart=/opt/minilab/bin/minilab worker"))
    #expect(!text.contains(root.displayed))
  }

  @Test(.enabled(if: hasSystemd))
  func `systemd finds nothing wrong with the units`() throws {
    for (path, _) in try Tree(units).files {
      // A template is looked at as one of its instances.
      let name = path.displayed.replacing("@.", with: "@root.")
      let scope: [BytePath] = path.displayed.hasPrefix("user/") ? ["--user"] : ["--system"]
      let finished = try analyze(
        ["verify", "--man=no"] + scope + [units.appending(BytePath(name))])
      let ours = finished.errorText.split(separator: "\n").filter { $0.contains("minilab") }
      #expect(ours.isEmpty, "\(path): \(finished.errorText)")
    }
  }

  @Test(.enabled(if: hasSystemd))
  func `services are exposed to little`() throws {
    for (path, _) in try Tree(units).files where path.displayed.hasSuffix(".service") {
      let finished = try analyze([
        "security", "--offline=true", "--threshold=25", units.appending(path),
      ])
      #expect(finished.end == .exit(0), "\(path): \(finished.text.suffix(200))")
    }
  }

  // With it, systemd answers openat2 with ENOSYS, and no photo could be opened.
  @Test func `no unit restricts what keeps paths inside their roots`() throws {
    for (path, _) in try Tree(units).files {
      let text = String(decoding: try place.read(units.appending(path)), as: UTF8.self)
      #expect(!text.contains("\nRestrictSUIDSGID="), "\(path)")
    }
  }

  @Test func `a unit may write to roots and targets, whatever their names`() throws {
    try place.write("with space/100%/a.jpg", Photo.small())
    try place.manifest("root: with space/100%\nto: out\noutputs: [{path: \"{name}.png\"}]")
    #expect(try place.runJob().status == .exit(0))
    let dropIn = try place.minilab("roots", "--systemd").text
    #expect(dropIn.hasPrefix("[Service]\n"))
    #expect(dropIn.contains("ReadWritePaths=\"-\(place.folder)/with space/100%%\"\n"))
    #expect(dropIn.contains("ReadWritePaths=\"-\(place.out)\"\n"))
    #expect(dropIn.contains("ReadWritePaths=\"-\(place.libraryFolder)\"\n"))
  }
}
