import Files
import Glibc
import Manifest
import Storage

/// One output on its way from its temporary to its place, as `publish_model.py` describes it: every
/// step is decided by what the names hold, so that anybody can go on from anywhere.
struct OutputFile: Sendable {
  enum Step: Sendable {
    case out
    case refused(Failure)
  }

  enum Content { case nothing, ours, expected, foreign }

  let staged: StagedFile
  let folder: Folder
  let name: BytePath
  let temporary: BytePath
  /// The temporary as we wrote it; nil for a rescuer.
  let written: Descriptor?

  var renaming: Renaming { Renaming(folder: folder, place: name, temporary: temporary) }

  // MARK: Before the point of no return

  /// Stores what is about to leave and must not be lost.
  func keepExpected(_ library: Library) throws {
    guard staged.keepsExpected, let expected = staged.expected else { return }
    let file = try folder.open(name, O_RDONLY | O_NONBLOCK, followLinks: false)
    guard try library.objects.store(file) == expected else { throw diverged }
  }

  // MARK: Putting out

  /// Goes on from whatever the names hold. Where the temporary is gone, and so perhaps the lease,
  /// nothing is moved any more: what follows is for fenced transactions.
  func publish() throws(SystemError) -> Step {
    if staged.kind == .removed { return try remove() }
    return switch try content(of: temporary) {
    case .nothing: try content(of: name) == .ours ? .out : .refused(gone)
    case .expected: .out
    case .foreign: try exchangeBack()
    case .ours: try staged.expected == nil ? create() : replace()
    }
  }

  private func create() throws(SystemError) -> Step {
    do {
      try renaming.putOut()
      return .out
    } catch  where error.number == EEXIST {
      return .refused(
        Failure(
          .outputExists, "\(staged.path) appeared while it was being made, and is not ours",
          hint: "move it away or choose another path", stage: .publish))
    } catch  where error.number == ENOENT {
      return try publish()
    }
  }

  private func replace() throws(SystemError) -> Step {
    do {
      try renaming.exchange()
    } catch  where error.number == ENOENT {
      return try folder.status(of: temporary) == nil ? publish() : .refused(gone)
    }
    switch try content(of: temporary) {
    case .nothing: return try publish()
    case .expected, .ours: return .out
    case .foreign: return try exchangeBack()
    }
  }

  private func exchangeBack() throws(SystemError) -> Step {
    do {
      try renaming.exchange()
    } catch  where error.number == ENOENT {}
    return .refused(diverged)
  }

  // MARK: Taking back

  /// Undoes `publish` as far as the place still holds our bytes.
  func takeBack() throws(SystemError) {
    if staged.kind == .removed { return try bringBack() }
    try renaming.settle()
    let mine = try content(of: temporary)
    switch mine {
    case .foreign:
      try putBack()
    case .nothing, .expected:
      guard (staged.expected == nil) == (mine == .nothing), try content(of: name) == .ours else {
        return
      }
      try swap()
      // Between the look and the move another program may have put its bytes there.
      if try content(of: temporary) == .foreign { try putBack() }
    case .ours: return
    }
  }

  private func swap() throws(SystemError) {
    do {
      if staged.expected == nil {
        try renaming.takeIn()
      } else {
        try renaming.exchange()
      }
    } catch  where error.number == ENOENT || error.number == EEXIST {}
  }

  /// Gives foreign bytes their place again; where that is impossible, `clean` stores them.
  func putBack() throws(SystemError) {
    do {
      if staged.expected == nil {
        try renaming.putOut()
      } else {
        try renaming.exchange()
      }
    } catch  where error.number == ENOENT || error.number == EEXIST {}
  }

  // MARK: Cleaning up

  enum Leftover {
    case nothing
    /// Ours: may go.
    case droppable
    /// Not ours: is stored first.
    case foreign(Descriptor)
    /// Some program has it open for writing: its bytes are not known yet.
    case beingWritten
  }

  /// What the temporary's name still holds.
  func leftover() throws(SystemError) -> Leftover {
    let file: Descriptor
    do {
      file = try folder.open(temporary, O_RDONLY | O_NONBLOCK, followLinks: false)
    } catch  where error.number == ENOENT {
      return .nothing
    }
    if file.nobodyWrites() == false { return .beingWritten }
    let digest = try Digest.of(file)
    return digest == staged.digest || digest == staged.expected ? .droppable : .foreign(file)
  }

  // MARK: Looking

  /// What is at the output's place, if that is ours, for the record.
  func published() throws(SystemError) -> PublishedFile? {
    guard let digest = staged.digest else { return nil }
    if let written { return PublishedFile(digest, try written.status()) }
    let file = try folder.open(name, O_RDONLY | O_NONBLOCK, followLinks: false)
    guard try Digest.of(file) == digest else { return nil }
    return PublishedFile(digest, try file.status())
  }

  func content(of name: BytePath) throws(SystemError) -> Content {
    // Our own file under our own name needs no second hash.
    if let written, name == temporary, let there = try folder.status(of: name),
      try written.status() == there
    {
      return .ours
    }
    let file: Descriptor
    do {
      file = try folder.open(name, O_RDONLY | O_NONBLOCK, followLinks: false)
    } catch  where error.number == ENOENT {
      return .nothing
    } catch  where error.number == ELOOP {
      return .foreign
    }
    guard try file.status().kind == .file else { return .foreign }
    let digest = try Digest.of(file)
    if digest == staged.digest { return .ours }
    return digest == staged.expected ? .expected : .foreign
  }

  private var gone: Failure {
    Failure(
      .diverged, "\(staged.path) was taken away while it was being replaced",
      hint: "run the job again to have it made anew", stage: .publish)
  }

  var diverged: Failure {
    Failure(
      .diverged, "\(staged.path) was changed by another program while it was being replaced",
      hint: "the other program's file was left in place", stage: .publish)
  }
}
