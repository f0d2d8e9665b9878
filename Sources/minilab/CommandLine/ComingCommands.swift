extension CommandTable {
  /// Commands that are planned and refused by name until they are there.
  static let coming: [Command] = [
    later(
      "sheet", .photos, "Make a contact sheet",
      forms: [Form(sign: .option("job")), Form(.many("ASSET"))], options: [ofJob, outputFile]),
    later(
      "report", .photos, "Make a page with before and after",
      forms: [Form(.one("JOB", .text))], options: [outputFile]),

    later("import", .library, "Catalogue files", forms: [Form(.many("PATH"))]),
    later("scan", .library, "Find what other programs changed, moved or deleted"),
    later(
      "assets", .library, "List the library's assets",
      options: [
        CommandOption("album", .text("NAME"), "only those of this album"),
        CommandOption("type", .text("TYPE"), "only those of this media type"),
        CommandOption("edited", .flag, "only those with an adjustment"),
        CommandOption("limit", .integer(1...Int.max), "at most this many"),
        CommandOption("tail", .flag, "the last ones"),
      ]),
    later(
      "album", .library, "Keep collections of assets",
      forms: [Form(.any("…", .text))]),
    later(
      "changes", .library, "Show the change feed",
      options: [
        CommandOption("since", .text("TOKEN"), "only what came after"),
        CommandOption("follow", .flag, "keep waiting for more"),
        CommandOption("asset", .text("ASSET"), "only this asset"),
        CommandOption("album", .text("NAME"), "only this album"),
      ]),
    later(
      "watch", .library, "Do jobs as photos arrive",
      forms: [Form(.any("MANIFEST"))]),
    later("doctor", .library, "Show what is in force here"),
    later("migrate", .library, "Bring the catalog to this version's schema"),
  ]

  private static func later(
    _ name: String, _ group: Command.Group, _ summary: String, forms: [Form] = [Form()],
    options: [CommandOption] = []
  ) -> Command {
    Command(name, group, summary, forms: forms, options: options, availability: .later)
  }

  private static let outputFile = CommandOption(
    "output", .path("FILE|-"), "where to write it", short: "o")

  private static let ofJob = CommandOption("job", .text("JOB"), "of this job")
}
