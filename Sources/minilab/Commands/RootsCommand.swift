import Files
import Manifest
import Storage

/// `minilab roots [list | add DIR [rw|ro] | remove DIR | set DIR rw|ro]`
enum RootsCommand {
  static func run(_ invocation: Invocation, _ context: Context) throws -> ExitStatus {
    let library = try context.library(invocation, makes: invocation.word == "add")
    let roots = Roots(library)
    if invocation.isGiven("systemd") {
      context.output.text(try UnitPaths.dropIn(library))
      return .done
    }
    switch invocation.word {
    case "add": try add(invocation, roots, context)
    case "remove":
      let folder = path(invocation, context)
      try roots.remove(folder)
      context.output.line("removed the root \(folder); its files stay")
    case "set":
      let folder = path(invocation, context)
      try roots.set(folder, access: access(invocation))
      context.output.line("the root \(folder) is \(access(invocation).rawValue)")
    default: break
    }
    if ["list", nil].contains(invocation.word) || context.output.isJSON {
      try list(roots, context)
    }
    return .done
  }

  private static func add(
    _ invocation: Invocation, _ roots: Roots, _ context: Context
  ) throws {
    let folder = path(invocation, context)
    let inside = try roots.inside(folder).filter { $0.path != folder }
    let absorbs =
      inside.isEmpty
      ? "" : ", taking in the roots \(inside.map(\.path.displayed).joined(separator: ", "))"
    try context.confirm("Add the root \(folder)\(absorbs)?", invocation)
    let access = access(invocation)
    let added = try roots.add(folder, access: access)
    if added.access != access { try roots.set(folder, access: access) }
    context.output.line("added the root \(folder) (\(access.rawValue))\(absorbs)")
  }

  private static func list(_ roots: Roots, _ context: Context) throws {
    var table = TextTable("ROOT", "ACCESS", "STATE")
    let all = try roots.all()
    for root in all {
      let state: String
      do {
        try roots.check(root)
        state = "there"
      } catch {
        state = "missing"
      }
      table.add(root.path.displayed, root.access.rawValue, state)
      var object = JSONObject()
      object.add("path", path: root.path)
      object.add("access", .string(root.access.rawValue))
      object.add("state", .string(state))
      context.output.json("root", object)
    }
    context.output.text(
      all.isEmpty
        ? "no roots yet: jobs add theirs\n" : (table.lines + [""]).joined(separator: "\n"))
    context.output.end(count: all.count)
  }

  private static func path(_ invocation: Invocation, _ context: Context) -> BytePath {
    Folder.real((invocation.operands.first ?? "").resolved(from: context.folder))
  }

  private static func access(_ invocation: Invocation) -> Root.Access {
    invocation.operands.dropFirst().first?.text.flatMap(Root.Access.init(rawValue:)) ?? .rw
  }
}
