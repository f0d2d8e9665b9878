import Files
import Manifest
import Storage

/// Who may write an output's path, decided before anything is rendered.
struct Ownership {
  enum Verdict {
    /// It is ours and as it should be.
    case unchanged
    case write(Place)
    /// It is left out.
    case leaveOut(Warning)
  }

  /// Where a file may be written, if that then holds what is expected.
  struct Place {
    let path: BytePath
    /// nil: nothing.
    let expected: Digest?
    /// Whether that is stored first, being not ours.
    let keepsExpected: Bool
  }

  private let library: Library
  private let plan: JobPlan
  /// The asset's renditions by the paths that were planned for them.
  private let live: [BytePath: Rendition]

  /// - Parameter live: the asset's own.
  init(_ library: Library, _ plan: JobPlan, live: [Rendition]) {
    self.library = library
    self.plan = plan
    self.live = Dictionary(
      live.filter { $0.kind == .rendition }.map { ($0.planned, $0) },
      uniquingKeysWith: { _, last in last })
  }

  /// - Parameter path: absolute, as planned.
  func verdict(_ output: PlannedOutput, at path: BytePath, key: Digest) throws -> Verdict {
    try refuseAsset(at: path)
    if let rendition = live[path] {
      let expected = try Ownership.expected(of: rendition, library, force: plan.job.force)
      let isUnchanged = expected.map { !$0.isForeign } ?? false
      if isUnchanged && rendition.key == key && !plan.job.renewal.covers(rendition) {
        return .unchanged
      }
      return .write(
        Place(
          path: rendition.path, expected: expected?.digest,
          keepsExpected: expected?.isForeign ?? false))
    }
    if let other = try Renditions(library).live(at: path) {
      throw Failure(
        .outputConflict, "\(path) was written for another photo (asset \(other.asset))",
        hint: "tell them apart in the output's path with {dir}, {name} or {ext}", stage: .publish)
    }
    guard let status = try Ownership.status(of: path) else {
      return .write(Place(path: path, expected: nil, keepsExpected: false))
    }
    return try verdict(onForeign: status, at: path, output.onConflict)
  }

  /// What is at a rendition's path; nil for nothing.
  /// - Parameter force: take also what another program made of it.
  /// - Throws: DIVERGED without.
  static func expected(
    of rendition: Rendition, _ library: Library, force: Bool
  ) throws -> (digest: Digest, isForeign: Bool)? {
    guard let status = try status(of: rendition.path) else { return nil }
    if try isUnchanged(rendition, status, library) { return (rendition.file.digest, false) }
    guard force, status.kind == .file else {
      throw Failure(
        .diverged, "\(rendition.path) was changed by another program since we wrote it",
        hint: "move it away to have it made again, or store and replace it with --force",
        stage: .publish)
    }
    return (try digest(of: rendition.path), true)
  }

  /// What is at a path where we left nothing of ours.
  /// - Parameters:
  ///   - digest: what we put back there; nil: nothing.
  ///   - force: take also what has come there since.
  /// - Throws: OUTPUT_EXISTS without.
  static func expectedForeign(
    at path: BytePath, digest: Digest?, force: Bool
  ) throws -> (digest: Digest, isForeign: Bool)? {
    guard let status = try status(of: path) else { return nil }
    if status.kind == .file {
      let found = try self.digest(of: path)
      if found == digest || force { return (found, true) }
    }
    throw Failure(
      .outputExists, "\(path) is there, and minilab did not write it",
      hint: "move it away, or store and replace it with --force", stage: .publish)
  }

  /// What becomes of a file that we did not write.
  private func verdict(
    onForeign status: FileStatus, at path: BytePath, _ onConflict: Output.OnConflict
  ) throws -> Verdict {
    switch onConflict {
    case .skip:
      return .leaveOut(
        Warning(.outputSkipped, "\(path) is there already and not ours: left as it is"))
    case .rename:
      return .write(
        Place(path: try freeName(like: path), expected: nil, keepsExpected: false))
    case .overwrite where status.kind == .file:
      return .write(
        Place(path: path, expected: try Ownership.digest(of: path), keepsExpected: true))
    case .overwrite, .fail:
      throw Failure(
        .outputExists, "\(path) is there already, and minilab did not write it",
        hint: "move it away, choose another path, or set `on-conflict`", stage: .publish)
    }
  }

  /// "name (2).ext" or the first after it that nobody has.
  private func freeName(like path: BytePath) throws -> BytePath {
    let suffix = path.fileExtension.isEmpty ? [] : [UInt8(ascii: ".")] + path.fileExtension.bytes
    for number in 2...10_000 {
      let name = BytePath(bytes: path.stem.bytes + Array(" (\(number))".utf8) + suffix)
      let candidate = path.parent.appending(name)
      try refuseAsset(at: candidate)
      if try Ownership.status(of: candidate) == nil,
        try Renditions(library).live(at: candidate) == nil
      {
        return candidate
      }
    }
    throw Failure(
      .outputExists, "\(path) and ten thousand names like it are taken",
      hint: "choose another path", stage: .publish)
  }

  private static func digest(of path: BytePath) throws -> Digest {
    do {
      return try Digest.of(Descriptor.open(path, 0))
    } catch {
      throw ItemFailure(target: error, at: path)
    }
  }

  private static func status(of path: BytePath) throws -> FileStatus? {
    do {
      return try FileStatus.of(path)
    } catch {
      throw ItemFailure(target: error, at: path)
    }
  }

  /// No output may take the place of a photo, whatever the manifest says.
  private func refuseAsset(at path: BytePath) throws {
    guard let root = plan.roots.first(where: { path.relative(to: $0.path) != nil }),
      let relative = path.relative(to: root.path),
      try Assets(library).asset(root: root.id, path: relative) != nil
    else { return }
    throw Failure(
      .outputIsSource, "\(path) is itself a photo of this library",
      hint: "write outputs to another folder with `to`, or change the output's path",
      stage: .publish)
  }

  private static func isUnchanged(
    _ rendition: Rendition, _ status: FileStatus, _ library: Library
  ) throws -> Bool {
    guard status.kind == .file else { return false }
    if rendition.file.matches(status) && rendition.isSettled { return true }
    do {
      let file = try Descriptor.open(rendition.path, 0)
      let found = KnownFile(try Digest.of(file), try file.status())
      guard found.digest == rendition.file.digest else { return false }
      // Hashed once: from now on its times tell.
      if found.isSettled {
        library.database.writeAlong { try Renditions.settle(rendition.id, found, $0) }
      }
      return true
    } catch {
      throw ItemFailure(target: error, at: rendition.path)
    }
  }
}
