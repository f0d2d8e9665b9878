import Files
import Manifest
import Storage
import Workers

/// A manifest on its way to becoming a job: parsed, its folders found, nothing written yet.
struct JobRequest {
  let source: JobSource
  let manifest: JobManifest
  /// The job's root and the base of its outputs, absolute and free of links.
  let folder: BytePath
  let target: BytePath
  /// These files and no others; nil: the manifest's `select`.
  var files: [BytePath]?
  /// What was selected already; nil: nothing was.
  var selected: [SelectedFile]?
  var renewal: Renewal
  /// Also over what another program changed.
  var force = false
  var isSeries = true

  /// Reads and checks a manifest.
  /// - Parameter file: as given on the command line; "-" is standard input.
  init(manifest file: BytePath, _ invocation: Invocation, _ context: Context) throws {
    let bytes = try InputFile.readManifest(file)
    let variables = invocation.assignments("set")
    // Parsed under the name that the person knows, kept under one that holds from any folder.
    var manifest = try ManifestParser.parse(bytes, file: file, variables: variables)
    if let priority = invocation.command.options.contains(where: { $0.name == "priority" })
      ? invocation.integer("priority") : nil
    {
      manifest.priority = priority
    }
    let place = (file == "-" ? "stdin" : file).resolved(from: context.folder)
    source = JobSource(manifest: bytes, file: place, variables: variables)
    let root =
      invocation.path("root")?.resolved(from: context.folder)
      ?? (manifest.root ?? "").resolved(from: place.parent)
    folder = try JobRequest.existing(root)
    target = manifest.to.map { Folder.real($0.resolved(from: place.parent)) } ?? folder
    self.manifest = manifest
    renewal = invocation.isGiven("again") ? .everything : .nothing
    force = invocation.isGiven("force")
    files = try invocation.path("files-from").map { list in
      PathList.parse(
        try InputFile.read(list), separator: invocation.isGiven("null") ? .nul : .newline
      ).map(\.path)
    }
  }

  /// The manifests of a command line. All are read before any is begun: a mistake in the second must
  /// not leave the first half done.
  static func all(_ invocation: Invocation, _ context: Context) throws -> [JobRequest] {
    try invocation.operands.map { try JobRequest(manifest: $0, invocation, context) }
  }

  init(
    source: JobSource, manifest: JobManifest, folder: BytePath, target: BytePath,
    files: [BytePath]? = nil, selected: [SelectedFile]? = nil, isSeries: Bool,
    renewal: Renewal
  ) {
    self.source = source
    self.manifest = manifest
    self.folder = folder
    self.target = target
    self.files = files
    self.selected = selected
    self.isSeries = isSeries
    self.renewal = renewal
  }

  private static func existing(_ root: BytePath) throws(Failure) -> BytePath {
    let real = Folder.real(root)
    guard (try? FileStatus.of(real))??.kind == .folder else {
      throw Failure(
        .rootMissing, "the root \(root) is not a folder",
        hint: "`root` is taken from the manifest's folder; --root names another")
    }
    return real
  }

  /// The files that it selects.
  /// - Parameter library: nil where there is none, and so no rendition.
  func selection(_ library: Library?) throws -> [SelectedFile] {
    if let selected { return selected }
    let selected = try Selection.files(
      manifest, source, below: folder, files: files, library: library)
    guard !selected.isEmpty || manifest.allowEmpty else {
      throw Failure(
        .nothingSelected, "\(manifest.name) selects nothing below \(folder)",
        hint: "check `select` and `root`, or set `allow-empty: true`")
    }
    return selected
  }

  /// Enqueues the job, after its folders are agreed to.
  /// - Returns: the job's number; before it that of the same submission's job which a Ctrl-C had
  ///   paused and which goes on, if there is one.
  func submit(
    _ library: Library, submitter: Int64, _ invocation: Invocation, _ context: Context
  ) throws -> [Int64] {
    // A mistake there would fail every item; better said once, and now.
    _ = try library.settings()
    try Watermarks.check(manifest, folder: source.file.parent)
    // A disk that is not mounted selects nothing: that is told as what it is.
    let roots = Roots(library)
    if let known = try roots.containing(folder) { try roots.check(known) }
    var files = try selection(library)
    if manifest.removesOrphans && isSeries && self.files == nil && selected == nil {
      files += try Orphans.files(
        ofSeries: manifest.name, below: folder, selected: files, library)
    }
    let root = try agreedRoot(library, invocation, context)
    let submission = Submission(
      source: source, manifest: manifest, root: root, folder: folder, target: target,
      files: files, renewal: renewal, force: force, isSeries: isSeries)
    if force {
      try context.confirm(
        "Replace also what other programs changed? Their files are kept in the store.", invocation)
    }
    let interrupted = try submission.resumeInterrupted(library)
    let job = try submission.submit(library, submitter: submitter)
    return interrupted.map { $0 == job ? [job] : [$0, job] } ?? [job]
  }

  /// The root that the job's folder lies in, added if the person agrees.
  private func agreedRoot(
    _ library: Library, _ invocation: Invocation, _ context: Context
  ) throws -> Root {
    let roots = Roots(library)
    if let outer = try roots.containing(target), outer.access == .ro, !manifest.outputs.isEmpty {
      throw Failure(
        .outputDenied, "outputs would go to \(target), in a root that is read-only",
        hint: "write elsewhere with `to`, or `minilab roots set \(outer.path) rw`")
    }
    if let known = try roots.containing(folder) {
      guard known.access == .rw || manifest.inPlace == nil else {
        throw Failure(
          .outputDenied, "photos in \(folder) would be edited in place, and its root is read-only",
          hint: "`minilab roots set \(known.path) rw` allows it")
      }
      return known
    }
    let outputs = manifest.outputs.isEmpty ? "" : " and write outputs to \(target)"
    let inPlace = manifest.inPlace == nil ? "" : " and edit its photos in place"
    try context.confirm("Add the root \(folder)\(outputs)\(inPlace)?", invocation)
    return try roots.add(folder)
  }
}
