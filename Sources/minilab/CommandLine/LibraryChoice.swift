import Files
import Manifest
import Storage

extension Context {
  /// The library that a command works on: --library, else $MINILAB_LIBRARY, else the nearest
  /// `.minilab`, else the user's own.
  /// - Parameters:
  ///   - folders: where to look for the nearest; the current folder comes last by itself.
  ///   - makes: make the user's own if there is none.
  func library(
    _ invocation: Invocation, near folders: [BytePath] = [], makes: Bool = false
  ) throws -> Library {
    if let named = invocation.library ?? variable("MINILAB_LIBRARY"), !named.isEmpty {
      return try Library(opening: named.resolved(from: folder))
    }
    for start in folders + [folder] {
      if let found = LibraryDiscovery.nearest(above: start) { return try Library(opening: found) }
    }
    let personal = LibraryDiscovery.personal(environment: variable)
    if let personal, Library.isLibrary(personal) { return try Library(opening: personal) }
    guard makes, let personal else {
      throw Failure(
        .noLibrary, "there is no library here",
        hint: "`minilab init` makes one in this folder; `minilab run` makes one of its own")
    }
    output.note("made the library \(personal), as there was none")
    return try Library.make(personal)
  }

  /// As `library`, for what can do without one: nil where there is none.
  func existingLibrary(
    _ invocation: Invocation, near folders: [BytePath] = []
  ) throws -> Library? {
    do {
      return try library(invocation, near: folders)
    } catch let failure as Failure where failure.code == .noLibrary {
      return nil
    }
  }
}
