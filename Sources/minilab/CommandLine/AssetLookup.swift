import Files
import Manifest
import Storage

/// An asset that a command line names.
struct FoundAsset {
  let asset: Asset
  let root: Root

  var path: BytePath { root.path.appending(asset.path) }
}

extension Context {
  /// Where the library may be that knows the assets of a command line.
  func folders(of invocation: Invocation) -> [BytePath] {
    invocation.operands.map { $0.resolved(from: folder).parent }
  }

  /// Assets by their paths, relative to the current folder or absolute, or by their numbers.
  /// - Throws: NO_SUCH_ASSET for the first that the library does not know.
  func assets(_ operands: [BytePath], _ library: Library) throws -> [FoundAsset] {
    let roots = try Roots(library).all()
    return try operands.map { operand in
      let path = Folder.real(operand.parent.resolved(from: folder)).appending(operand.name)
      let assets = Assets(library)
      if let root = try Roots(library).containing(path),
        let relative = path.relative(to: root.path),
        let asset = try assets.asset(root: root.id, path: relative)
      {
        return FoundAsset(asset: asset, root: root)
      }
      if let id = operand.text.flatMap({ Int64($0) }), let asset = try assets.asset(id),
        let root = roots.first(where: { $0.id == asset.root })
      {
        return FoundAsset(asset: asset, root: root)
      }
      throw Failure(
        .noSuchAsset, "the library knows no photo \(path)",
        hint: "a photo becomes known by a job that selects it")
    }
  }
}
