/// All keys of a manifest and of its outputs. Parsing, schema and reference come from this table.
public enum KeyTable {
  /// Where a key stands.
  public enum Place: String, Sendable, CaseIterable {
    case manifest
    case pathOutput = "output"
    case inPlaceOutput = "in-place output"
  }

  public struct Key: Sendable {
    public let parameter: Parameter
    public let places: Set<Place>
    /// The default as the reference shows it.
    public let defaultText: String

    public var name: String { parameter.name }
    public var kind: Kind { parameter.kind }
    public var summary: String { parameter.summary }
    public var availability: Availability { parameter.availability }
  }

  public static let all: [Key] = manifestKeys + sharedKeys + outputKeys

  public static func parameters(_ place: Place) -> [Parameter] { byPlace[place] ?? [] }

  /// The keys of an entry of `select`.
  public static var entryParameters: [Parameter] { SelectionKeys.all }

  static func parameter(_ name: String, _ place: Place) -> Parameter? {
    parameters(place).first { $0.name == name }
  }

  private static let byPlace: [Place: [Parameter]] = Dictionary(
    uniqueKeysWithValues: Place.allCases.map { place in
      (place, all.filter { $0.places.contains(place) }.map(\.parameter))
    })

  private static func key(
    _ name: String, _ kind: Kind, default defaultValue: Operation.Value? = nil,
    isRequired: Bool = false, when availability: Availability = .now, in places: Set<Place>,
    defaultText: String? = nil, _ summary: String
  ) -> Key {
    Key(
      parameter: Parameter(
        name, kind, default: defaultValue, isRequired: isRequired, when: availability, summary),
      places: places,
      defaultText: defaultText ?? defaultValue?.shown ?? (isRequired ? "required" : "–"))
  }

  private static let side = Kind.integer(1...65535)
  private static let quality = Kind.integer(1...100)
  private static let globs = Kind.list(.text("a glob"), count: 1...1_000_000)

  private static let manifestKeys: [Key] = [
    key(
      "minilab", .integer(1...1), isRequired: true, in: [.manifest],
      "The manifest's version"),
    key(
      "name", .text("a name"), in: [.manifest], defaultText: "the file's name without extension",
      "With the root it names the series"),
    key(
      "root", .text("a folder"), in: [.manifest], defaultText: "the manifest's own folder",
      "The folder of photos, relative to the manifest's own folder"),
    key(
      "to", .text("a folder"), in: [.manifest], defaultText: "the root",
      "The base of output paths, relative to the manifest's own folder"),
    key(
      "vars", .variables, in: [.manifest],
      "Values for ${name} in any value; $${ is a literal ${"),
    key(
      "select", .entries, in: [.manifest], defaultText: "every image below the root",
      "Which files: globs, or {glob: …}, {path: …}, {list: FILE}, {table: FILE} with an edit"),
    key("exclude", globs, in: [.manifest], "Globs of files to leave out"),
    key(
      "edit", .operations, in: [.manifest],
      "The photo's own adjustment, recorded in its history; [] takes it away"),
    key(
      "onto", .words(JobManifest.Onto.self), default: "own",
      in: [.manifest],
      "How the edit joins the one that an asset already has"),
    key("outputs", .outputs, in: [.manifest], "What to write for each asset"),
    key(
      "priority", .integer(-1_000_000...1_000_000), default: 0, in: [.manifest], "Higher runs first"
    ),
    key(
      "retries", .integer(0...100), default: 3, in: [.manifest],
      "How often transient errors are retried"),
    key(
      "timeout", .duration, default: 120_000, in: [.manifest], defaultText: "2m",
      "Wall clock time per item"),
    key(
      "max-pixels", .integer(1...1_000_000_000), in: [.manifest], defaultText: "the library's",
      "Lowers the library's limit of pixels per photo"),
    key(
      "allow-empty", .flag, default: false, in: [.manifest], "Whether a job may select nothing"),
    key(
      "confirm-cancel", .flag, default: false, in: [.manifest],
      "Whether cancelling the job asks first"),
    key(
      "reprocess", .flag, default: true, in: [.manifest],
      "Whether reprocessing takes in this series"),
    key(
      "orphans", .word(["keep", "remove"]), default: "keep", in: [.manifest],
      "What happens to outputs whose source left the selection"),
    key(
      "sheet",
      .mapping([
        Parameter("path", .text("a path"), isRequired: true, "The sheet's file"),
        Parameter("columns", .integer(1...100), default: 4, "Pictures in a row"),
        Parameter("gap", .integer(0...1000), default: 2, "Pixels between them"),
        Parameter("pairs", .flag, default: false, "Original and result side by side"),
      ]), when: .later, in: [.manifest], "A contact sheet, made after the last item"),
  ]

  private static let sharedKeys: [Key] = [
    key(
      "on-conflict", .words(Output.OnConflict.self), default: "fail",
      in: [.manifest, .pathOutput], "What happens to a file that we did not write"),
    key(
      "metadata", .oneOf([.words(MetadataPolicy.Base.self), .mapping(MetadataMapping.parameters)]),
      in: Set(Place.allCases), defaultText: "private, in place keep",
      "private removes places, people and serials and keeps dates and copyright; a mapping says more"
    ),
    key(
      "profile", .text("srgb, keep, p3 or a profile's file"), when: .onlyFor(["srgb", "keep"]),
      in: Set(Place.allCases), defaultText: "srgb, in place keep", "The colour profile"),
    key(
      "quality",
      .oneOf([
        quality,
        .mapping(
          ImageFormat.allCases.filter { $0.defaultQuality != nil }.map {
            Parameter($0.rawValue, quality, "Quality of \($0.rawValue)")
          }),
      ]), in: Set(Place.allCases), defaultText: "by format, in place 95",
      "1…100, or a number per format"),
    key(
      "losses", .words(LossPolicy.self), default: "warn", in: Set(Place.allCases),
      defaultText: "warn, in place fail",
      "What happens when a format cannot hold all that the source has"),
    key(
      "from", .words(Output.Start.self), default: "head",
      in: [.manifest, .pathOutput], "The pixels to start from: with the edit, or without"),
  ]

  private static let outputKeys: [Key] = [
    key(
      "path", .text("a path"), isRequired: true, in: [.pathOutput],
      "Where to, below 'to', with {name} {ext} {format} {dir} {width} {height} {seq:4} {hash} "
        + "{taken:%Y/%m}"),
    key(
      "in-place", .flag, default: false, in: [.pathOutput, .inPlaceOutput],
      "Whether the result takes the asset's own place"),
    key(
      "format",
      .oneOf([.words(ImageFormat.self), .list(.words(ImageFormat.self), count: 1...8)]),
      when: .exceptFor(["heic", "jxl"]), in: [.pathOutput], defaultText: "the path's extension",
      "One format, or a list for one file each"),
    key(
      "width", .oneOf([side, .list(side, count: 1...100)]), in: [.pathOutput],
      "Pixels, or a list for one file each"),
    key(
      "height", .oneOf([side, .list(side, count: 1...100)]), in: [.pathOutput],
      "Pixels, or a list for one file each"),
    key(
      "box", .oneOf([.box, .list(.box, count: 1...100)]), in: [.pathOutput],
      "Both sides: 1024, \"800x600\", or a list for one file each"),
    key(
      "fit", .words(SizeRequest.Fit.self), default: "inside", in: [.pathOutput],
      "How the picture meets the box; all but inside need both sides"),
    key(
      "gravity", .words(Gravity.self), default: "centre", in: [.pathOutput],
      "Which part stays, or where the picture lies"),
    key("enlarge", .flag, default: false, in: [.pathOutput], "Whether small photos are enlarged"),
    key(
      "kernel", .words(SizeRequest.Kernel.self), default: "lanczos3", in: [.pathOutput],
      "The resampling"),
    key(
      "linear", .flag, default: false, in: [.pathOutput],
      "Whether to resample in linear light"),
    key(
      "background", .color, default: "white", in: [.pathOutput], "What stands behind clear pixels"),
    key(
      "finish", .operations, in: [.pathOutput],
      "Operations for this output only, after its resize, in its pixels"),
    key(
      "page", .integer(1...1_000_000), default: 1, when: .onlyFor([1]), in: [.pathOutput],
      "Which picture of a file that has several"),
    key(
      "max-bytes", .integer(1...Int(Int32.max)), when: .later, in: [.pathOutput],
      "The largest file allowed, reached by lowering the quality"),
    key(
      "effort", .integer(0...9), in: [.pathOutput, .inPlaceOutput], defaultText: "by format",
      "0 fastest … 9 smallest"),
    key(
      "progressive", .flag, default: false, in: [.pathOutput],
      "Whether JPEG and PNG show in several passes"),
    key(
      "lossless", .flag, default: false, in: [.pathOutput, .inPlaceOutput],
      "Whether WebP, AVIF and JXL keep every pixel"),
    key(
      "subsampling", .words(Encoding.Subsampling.self), in: [.pathOutput, .inPlaceOutput],
      defaultText: "4:2:0, in place the source's", "The colour resolution of JPEG and AVIF"),
    key(
      "palette", .integer(2...256), in: [.pathOutput], defaultText: "none",
      "The most colours of a PNG with a palette"),
    key(
      "mtime", .words(FileTime.self), default: "now",
      in: [.pathOutput, .inPlaceOutput], "The file's time of change"),
    key(
      "reencode", .flag, default: false, in: [.inPlaceOutput],
      "Whether pixels may be encoded again where only metadata changes"),
  ]
}

private enum MetadataMapping {
  static let parameters = [
    Parameter(
      "base", .words(MetadataPolicy.Base.self),
      "What the others change; without it private, in place keep"),
    Parameter(
      "remove",
      .list(.words(MetadataPolicy.Part.self), count: 1...MetadataPolicy.Part.allCases.count),
      "What goes as well"),
    Parameter(
      "set",
      .mapping(
        MetadataPolicy.Text.allCases.map {
          Parameter($0.rawValue, .text("a text"), "The \($0.rawValue) to write")
        }), "What to write, in place of what the photo says"),
  ]
}

extension Operation.Value {
  /// As a reference shows it.
  public var shown: String {
    switch self {
    case .number(let number): Manifest.shown(number)
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .list(let values): "[" + values.map(\.shown).joined(separator: ", ") + "]"
    }
  }
}
