import Files
import Glibc
import Manifest
import Storage

/// Where a command writes its one result: a file, or standard output for "-".
struct ResultFile {
  let path: BytePath

  /// Asks before a file is replaced, and never replaces a photo.
  /// - Parameter path: as given on the command line.
  init(
    _ path: BytePath, _ library: Library, _ invocation: Invocation, _ context: Context
  ) throws {
    guard path != "-" else {
      self.path = path
      return
    }
    let absolute = path.resolved(from: context.folder)
    self.path = Folder.real(absolute.parent).appending(absolute.name)
    if let root = try Roots(library).containing(self.path),
      let relative = self.path.relative(to: root.path),
      try Assets(library).asset(root: root.id, path: relative) != nil
    {
      throw Failure(.outputIsSource, "\(self.path) is itself a photo of this library")
    }
    if (try? FileStatus.of(self.path)) ?? nil != nil {
      try context.confirm("Replace \(self.path)?", invocation)
    }
  }

  /// The file is there as a whole or not at all.
  func write(_ bytes: [UInt8], to output: Output) throws {
    guard path != "-" else {
      output.flush()
      do {
        try StandardStream.output.write(bytes)
      } catch {
        throw Failure(.outputDenied, "cannot write to standard output: \(error.reason)")
      }
      return
    }
    do {
      try replace(with: bytes)
    } catch {
      throw Failure(
        error.number == ENOSPC ? .noSpace : .outputDenied,
        "\(path) cannot be written: \(error.reason)",
        hint: "check the folder's owner, mode and disk")
    }
  }

  private func replace(with bytes: [UInt8]) throws(SystemError) {
    let folder = try Folder(path.parent)
    let temporary = BytePath(".minilab-\(getpid())-result.tmp")
    let file = try folder.open(temporary, O_WRONLY | O_CREAT | O_TRUNC)
    do {
      try file.writeAll(bytes)
      try file.sync()
      try folder.rename(temporary, to: path.name)
    } catch {
      try? folder.unlink(temporary)
      throw error
    }
  }
}
