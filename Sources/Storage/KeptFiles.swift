public import Files
import Manifest

extension Library {
  /// Keeps a file's bytes as an object for as long as the catalog is there. Where they are kept
  /// already nothing is written.
  /// - Parameters:
  ///   - path: where the file was found, for people.
  ///   - item: the first that needs it.
  /// - Throws: SOURCE_CHANGED if the file's hash is another by now.
  public func keep(
    _ file: Descriptor, _ digest: Digest, foundAt path: BytePath, item: Int64
  ) throws {
    if try isKept(digest) { return }
    try whilePublishing {
      guard try objects.store(file) == digest else {
        throw Failure(
          .sourceChanged, "\(path) was changed while it was being worked with",
          hint: "run the job again when the other program is done with it", stage: .open)
      }
      try database.write { connection in
        try Publishing.refer(to: digest, foundAt: path, item: item, connection)
      }
    }
  }

  private func isKept(_ digest: Digest) throws -> Bool {
    guard try !ObjectReferences.needed([digest], database).isEmpty else { return false }
    return (try? objects.open(digest)) != nil
  }
}
