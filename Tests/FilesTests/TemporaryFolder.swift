import Glibc

@testable import Files

/// A folder of a test's own, removed with all in it when the last reference goes.
final class TemporaryFolder: Sendable {
  /// Absolute and without links.
  let path: BytePath
  let folder: Folder

  init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/minilab-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
    path = Folder.real(
      BytePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) }))
    folder = try Folder(path)
  }

  deinit {
    try? TemporaryFolder.empty(folder)
    _ = path.withCString { rmdir($0) }
  }

  private static func empty(_ folder: Folder) throws {
    for (name, _) in try folder.entries() {
      if try folder.status(of: name)?.kind == .folder {
        try empty(folder.folder(name))
        try folder.removeFolder(name)
      } else {
        try folder.unlink(name)
      }
    }
  }

  @discardableResult
  func write(_ name: BytePath, _ text: String = "") throws -> Descriptor {
    let file = try folder.makingFolder(name.parent).open(name.name, O_RDWR | O_CREAT | O_TRUNC)
    try file.write(text)
    return file
  }

  func link(_ name: BytePath, to destination: BytePath) throws {
    try SystemError.check("symlink") {
      destination.withCString { destination in
        path.appending(name).withCString { symlink(destination, $0) }
      }
    }
  }

  func text(_ name: BytePath) throws -> String {
    String(decoding: try Descriptor.open(path.appending(name), O_RDONLY).readAll(), as: UTF8.self)
  }
}

extension Descriptor {
  func write(_ text: String) throws(SystemError) {
    var failure: SystemError?
    Array(text.utf8).withUnsafeBytes { bytes in
      do throws(SystemError) { try writeAll(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

/// The number of the system error that a body ends with; nil if it does not.
func errorNumber(_ body: () throws -> Void) -> Int32? {
  do {
    try body()
    return nil
  } catch {
    return (error as? SystemError)?.number ?? -1
  }
}
