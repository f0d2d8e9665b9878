public import Files
import Glibc
public import Manifest

/// One asset that a job takes in.
public struct SelectedFile: Sendable, Equatable {
  /// Relative to the job's root.
  public let path: BytePath
  /// The entry of `select` whose own edit counts.
  public let entry: Int?
  /// A table row's values.
  public let row: [String: String]
  /// Whether it left the selection, and what the series wrote for it goes.
  public let isOrphan: Bool

  public init(path: BytePath, entry: Int?, row: [String: String], isOrphan: Bool = false) {
    self.path = path
    self.entry = entry
    self.row = row
    self.isOrphan = isOrphan
  }
}

/// Working out which files a manifest selects, by names only: no file is opened.
public struct Selection {
  private let folder: BytePath
  private let manifest: JobManifest
  private let source: JobSource
  private let renditions: Set<BytePath>
  /// Those with an edit in force; asked for only where the manifest does.
  private let edited: [BytePath]
  private var found: [BytePath]?
  private var selected: [SelectedFile] = []
  private var places: [BytePath: Int] = [:]
  /// Whether a folder or one above it holds a catalog.
  private var catalogs: [BytePath: Bool] = [:]

  /// - Parameters:
  ///   - files: these and no others, in place of the manifest's `select`.
  /// - Returns: in selection order: entries, then path bytes.
  public static func files(
    _ manifest: JobManifest, _ source: JobSource, below folder: BytePath, files: [BytePath]?,
    library: Library?
  ) throws -> [SelectedFile] {
    var selection = Selection(
      folder: folder, manifest: manifest, source: source,
      renditions: try library.map { try Renditions($0).paths(below: folder) } ?? [],
      edited: manifest.select.contains { $0.source == .edited }
        ? try library.map { try edited(below: folder, $0) } ?? [] : [])
    if let files {
      for file in files { try selection.add(file, entry: nil) }
    } else if manifest.select.isEmpty {
      for file in try selection.walked() where isImage(file) { try selection.add(file, entry: nil) }
    } else {
      for (number, entry) in manifest.select.enumerated() {
        try selection.add(entry, number: number)
      }
    }
    let excluded = try manifest.exclude.map { try Glob($0) }
    return selection.selected.filter { file in !excluded.contains { $0.matches(file.path) } }
  }

  private init(
    folder: BytePath, manifest: JobManifest, source: JobSource, renditions: Set<BytePath>,
    edited: [BytePath]
  ) {
    self.folder = folder
    self.manifest = manifest
    self.source = source
    self.renditions = renditions
    self.edited = edited
  }

  private static func edited(below folder: BytePath, _ library: Library) throws -> [BytePath] {
    let roots = try Roots(library).all()
    return try Assets(library).edited().compactMap { asset in
      roots.first { $0.id == asset.root }?.path.appending(asset.path).relative(to: folder)
    }.sorted()
  }

  /// Files that may be assets; read from disk once.
  private mutating func walked() throws -> [BytePath] {
    if let found { return found }
    let globs = try manifest.select.compactMap { entry in
      if case .glob(let pattern) = entry.source { try Glob(pattern) } else { nil }
    }
    let files = try Walk.files(below: folder) { folder in
      globs.isEmpty || globs.contains { $0.mayMatch(below: folder) }
    }.filter { !renditions.contains($0) }
    found = files
    return files
  }

  private mutating func add(_ entry: SelectionEntry, number: Int) throws {
    let owner = entry.edit == nil ? nil : number
    switch entry.source {
    case .glob(let pattern):
      let glob = try Glob(pattern)
      for file in try walked() where glob.matches(file) { try add(file, entry: owner) }
    case .path(let path):
      try add(path, entry: owner)
    case .list(let list):
      for (line, path) in PathList.parse(try read(list), separator: .newline) {
        try add(path, entry: owner, at: "\(list):\(line): ")
      }
    case .edited:
      for file in edited { try add(file, entry: owner) }
    case .table(let table):
      for (line, path, values) in try CSVTable(try read(table), file: table).rows {
        try add(path, entry: owner, row: values, at: "\(table):\(line): ")
      }
    }
  }

  private mutating func add(
    _ path: BytePath, entry: Int?, row: [String: String] = [:], at place: String = ""
  ) throws {
    let path = path.isAbsolute ? path.relative(to: folder) ?? path : path
    let parts = path.components
    guard !path.isAbsolute, !parts.isEmpty, !parts.contains("..") else {
      throw Failure(
        .manifestInvalid, "\(place)\(path) does not lie in the job's root \(folder)",
        hint: "name files relative to the root, or set `root`")
    }
    let clean = BytePath(bytes: parts.map(\.bytes).joined(separator: [UInt8(ascii: "/")]))
    guard !renditions.contains(clean), !isOurs(clean) else { return }
    guard let known = places[clean] else {
      places[clean] = selected.count
      selected.append(SelectedFile(path: clean, entry: entry, row: row))
      return
    }
    let before = selected[known]
    let hasTwoEdits = entry != nil && before.entry != nil && entry != before.entry
    let hasTwoRows = !row.isEmpty && !before.row.isEmpty && row != before.row
    if hasTwoEdits || hasTwoRows {
      throw Failure(
        .manifestInvalid, "\(place)\(clean) is selected twice with edits of its own",
        hint: "an asset gets one edit per job: put both into one entry")
    }
    selected[known] = SelectedFile(
      path: clean, entry: before.entry ?? entry, row: before.row.isEmpty ? row : before.row)
  }

  /// Whether a literal path names one of our temporaries or something beside a catalog.
  private mutating func isOurs(_ path: BytePath) -> Bool {
    TemporaryName.matches(path.name) || holdsCatalog(path.parent)
  }

  private mutating func holdsCatalog(_ relative: BytePath) -> Bool {
    if let known = catalogs[relative] { return known }
    let holds =
      Library.isLibrary(folder.appending(relative))
      || !relative.isEmpty && holdsCatalog(relative.parent)
    catalogs[relative] = holds
    return holds
  }

  private func read(_ file: BytePath) throws -> [UInt8] {
    do {
      if file == "-" { return try Descriptor(owning: dup(0)).readStream() }
      return try Descriptor.open(file.resolved(from: source.file.parent), O_RDONLY).readAll()
    } catch {
      throw Failure(
        .manifestInvalid, "cannot read the list \(file): \(error.reason)",
        hint: "its path is taken from the manifest's folder")
    }
  }

  /// By extension, any case: what no `select` takes in.
  private static func isImage(_ path: BytePath) -> Bool {
    let known = [
      "jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "tif", "tiff", "heic", "heif", "hif",
      "avif", "jxl",
    ]
    return path.fileExtension.text.map { known.contains($0.lowercased()) } ?? false
  }
}
