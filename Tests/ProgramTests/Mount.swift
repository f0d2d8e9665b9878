import Files
import Glibc

/// A file system of its own somewhere in a test's folder, for as long as a test runs. Needs root.
enum Mount {
  struct Failed: Error {}

  /// An empty one in memory.
  static func whileInMemory(at folder: BytePath, size: String, _ body: () throws -> Void) throws {
    try whileMounted(
      at: folder,
      by: ["/bin/mount", "-t", "tmpfs", "-o", BytePath("size=\(size)"), "tmpfs", folder],
      body)
  }

  /// A folder as bindfs shows it, which knows no renames but those that replace.
  static func whilePlain(_ source: BytePath, at folder: BytePath, _ body: () throws -> Void) throws
  {
    try Folder.make(source)
    try whileMounted(at: folder, by: ["/usr/bin/bindfs", source, folder], body)
  }

  /// Another view of a folder, which can be made read-only.
  static func whileBound(_ folder: BytePath, _ body: () throws -> Void) throws {
    try whileMounted(at: folder, by: ["/bin/mount", "--bind", folder, folder], body)
  }

  /// Changes a mount, as with `remount,size=9m`.
  static func change(_ folder: BytePath, _ options: BytePath) throws {
    guard run(["/bin/mount", "-o", options, folder]) else { throw Failed() }
  }

  static let isPossible = isPossible { try whileInMemory(at: $0, size: "64k") {} }
  static let isPlainPossible = isPossible { try whilePlain($0.appending("source"), at: $0) {} }

  private static func isPossible(_ mount: (BytePath) throws -> Void) -> Bool {
    guard let place = try? Workplace() else { return false }
    do {
      try mount(place.folder.appending("mount"))
      return true
    } catch {
      return false
    }
  }

  private static func whileMounted(
    at folder: BytePath, by command: [BytePath], _ body: () throws -> Void
  ) throws {
    try Folder.make(folder)
    guard Mount.run(command) else { throw Failed() }
    // Also while somebody is still in it, and before the test's folder is taken away.
    defer { _ = Mount.run(["/bin/umount", "-l", folder]) }
    try body()
  }

  private static func run(_ command: [BytePath]) -> Bool {
    let program = try? RunningProgram(
      command[0], Array(command[1...]), environment: ["PATH": "/usr/bin:/bin"], in: "/",
      input: "/dev/null", output: "/dev/null", errors: "/dev/null")
    return (try? program?.wait().end) == .exit(0)
  }
}
