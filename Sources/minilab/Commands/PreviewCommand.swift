import Files
import Manifest
import Storage
import Workers

/// `minilab preview ASSET -o FILE`
enum PreviewCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation, near: context.folders(of: invocation))
    let manifest = try invocation.path("manifest").map { file in
      try ManifestParser.parse(try InputFile.readManifest(file), file: file)
    }
    let target = invocation.path("output") ?? "-"
    let format = try format(of: target)
    let result = try ResultFile(target, library, invocation, context)
    guard let found = try context.assets(invocation.operands, library).first else { return .done }
    let picture = try Preview(
      found.asset, in: found.root, library, renderer: try RendererLocation.find()
    ).render(
      manifest,
      from: (invocation.path("manifest") ?? "").resolved(from: context.folder),
      size: invocation.integer("size") ?? 1024, as: format)
    try result.write(try picture.readAll(), to: context.output)
    return .done
  }

  private static func format(of target: BytePath) throws(Failure) -> ImageFormat {
    if target == "-" { return .jpeg }
    let suffix = target.fileExtension.displayed
    guard let format = ImageFormat(fileExtension: suffix) else {
      throw Failure(
        .usage, "the extension of \(target) names no picture format",
        hint: "end it in \(ImageFormat.allCases.map(\.fileExtension).joined(separator: ", "))")
    }
    return format
  }
}
