import Files
import Manifest
import Storage

/// Who may write an output's path, decided before anything is rendered.
struct Ownership {
  enum Verdict {
    /// It is ours and as it should be.
    case unchanged(Rendition)
    /// It may be written at a path if that then holds these bytes; nil: nothing. Foreign ones are
    /// stored first.
    case write(path: BytePath, expected: Digest?, isForeign: Bool)
    /// It is left out.
    case leaveOut(Warning)
  }

  private let library: Library
  private let plan: JobPlan
  private let asset: Asset
  /// The asset's renditions by the paths that were planned for them.
  private let live: [BytePath: Rendition]

  init(_ library: Library, _ plan: JobPlan, asset: Asset) throws {
    self.library = library
    self.plan = plan
    self.asset = asset
    live = Dictionary(
      try Renditions(library).live(asset: asset.id).map { ($0.planned, $0) },
      uniquingKeysWith: { _, last in last })
  }

  /// - Parameters:
  ///   - path: absolute, as planned.
  ///   - again: write also what is up to date.
  func verdict(
    _ output: PlannedOutput, at path: BytePath, key: Digest, again: Bool
  ) throws -> Verdict {
    try refuseAsset(at: path)
    if let rendition = live[path] {
      guard let status = try status(of: rendition.path) else {
        return .write(path: rendition.path, expected: nil, isForeign: false)
      }
      guard try isUnchanged(rendition, status) else {
        throw Failure(
          .diverged, "\(rendition.path) was changed by another program since we wrote it",
          hint: "move it away to have it made again", stage: .publish)
      }
      if rendition.key == key && !again { return .unchanged(rendition) }
      return .write(path: rendition.path, expected: rendition.file.digest, isForeign: false)
    }
    if let other = try Renditions(library).live(at: path) {
      throw Failure(
        .outputConflict, "\(path) was written for another photo (asset \(other.asset))",
        hint: "tell them apart in the output's path with {dir}, {name} or {ext}", stage: .publish)
    }
    guard let status = try status(of: path) else {
      return .write(path: path, expected: nil, isForeign: false)
    }
    return try verdict(onForeign: status, at: path, output.onConflict)
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
      return .write(path: try freeName(like: path), expected: nil, isForeign: false)
    case .overwrite where status.kind == .file:
      do {
        let digest = try Digest.of(Descriptor.open(path, 0))
        return .write(path: path, expected: digest, isForeign: true)
      } catch {
        throw ItemFailure(target: error, at: path)
      }
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
      if try status(of: candidate) == nil, try Renditions(library).live(at: candidate) == nil {
        return candidate
      }
    }
    throw Failure(
      .outputExists, "\(path) and ten thousand names like it are taken",
      hint: "choose another path", stage: .publish)
  }

  private func status(of path: BytePath) throws -> FileStatus? {
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

  private func isUnchanged(_ rendition: Rendition, _ status: FileStatus) throws -> Bool {
    guard status.kind == .file else { return false }
    if rendition.file.matches(status) && rendition.isSettled { return true }
    do {
      let file = try Descriptor.open(rendition.path, 0)
      let found = KnownFile(try Digest.of(file), try file.status())
      guard found.digest == rendition.file.digest else { return false }
      // Hashed once: from now on its times tell.
      if Clock.now() - found.changed / 1000 > 2_000_000 {
        try library.database.write(.submit) { try Renditions.settle(rendition.id, found, $0) }
      }
      return true
    } catch let error as SystemError {
      throw ItemFailure(target: error, at: rendition.path)
    }
  }
}
