extension CommandTable {
  /// Commands about what was done to photos.
  static let history: [Command] = [
    Command(
      "history", .history, "Show what was done to a photo",
      [
        """
        The tree of its adjustments, the one in force marked with a star, and every move of the \
        head: edits, undos, redos and reverts.
        """
      ],
      forms: [Form(.one("ASSET"))],
      examples: [Example("minilab history trip/a.jpg", "all that was ever done to it")]),
    Command(
      "show", .history, "Show one photo and what can be done with it",
      forms: [Form(.one("ASSET"))],
      examples: [Example("minilab show trip/a.jpg", "its hashes, its edit, and what is possible")]),
    Command(
      "preview", .history, "Make a display-size result and record nothing",
      [
        """
        Shows the edit in force, or with --manifest what that manifest's edit would make of the \
        photo. The same recipe as a final result goes through fewer pixels.
        """
      ],
      forms: [Form(.one("ASSET"))],
      options: [
        CommandOption("manifest", .path("MANIFEST"), "add this manifest's edit"),
        CommandOption(
          "size", .integer(1...65535), "longest side in pixels", standard: "1024"),
        CommandOption(
          "output", .path("FILE|-"), "where to write it; its extension names the format",
          short: "o", standard: "-, standard output, as JPEG"),
      ],
      examples: [
        Example("minilab preview trip/a.jpg --manifest sepia.yaml -o look.jpg", "try an edit")
      ]),
    Command(
      "outputs", .history, "List the files that were written",
      forms: [Form(sign: .option("job")), Form(.any("ASSET"))],
      options: [CommandOption("job", .text("JOB"), "those that this job wrote last")],
      examples: [Example("minilab outputs trip/a.jpg", "what was made of one photo")]),
    Command(
      "undo", .history, "Take the last edit of photos back",
      [
        """
        The head goes back by one edit or revert, the file that was edited in place becomes what it \
        was before, bit for bit, and so do the renditions that the edit's job wrote: made again as \
        they were, or removed where there was nothing.
        """,
        """
        A job that comes again does not repeat an edit that was taken back, until its `edit` \
        changes or --again is given.
        """,
      ],
      forms: [Form(.many("ASSET"))], options: moving,
      examples: [Example("minilab undo --yes trip/a.jpg", "as it was before the last edit")],
      exits: moved),
    Command(
      "redo", .history, "Bring back what was undone last",
      forms: [Form(.many("ASSET"))], options: moving,
      examples: [Example("minilab redo --yes trip/a.jpg", "the edit is in force again")],
      exits: moved),
    Command(
      "revert", .history, "Put originals back",
      [
        """
        Every byte, the mode and the time of modification are those of the original; the history is \
        kept, and undo takes a revert back. With --job, what one job did to its photos is taken \
        back; those that were edited again since are left and told as CONFLICT.
        """,
        """
        A file that another program changed is refused as DIVERGED. --force stores that file and \
        goes on; --adopt takes it as the new original and keeps the old edits as history.
        """,
      ],
      forms: [
        Form(sign: .option("job")), Form(sign: .option("all")), Form(.many("ASSET")),
      ],
      options: moving + [
        CommandOption("job", .text("JOB"), "take back what this job did"),
        CommandOption("all", .flag, "every edited photo"),
        CommandOption(
          "adopt", .flag, "take the files as they stand for new originals"),
      ],
      examples: [
        Example("minilab revert --yes trip/a.jpg", "the original is back"),
        Example("minilab revert --yes --job 7", "as if job 7 had not been"),
      ],
      exits: moved),
    Command(
      "adjustments", .history, "Export or import adjustments without loss",
      [
        """
        A bundle has one adjustment a line as JSON and is matched by the hashes of originals, so \
        that names and places do not matter. Adjustments of formats that minilab cannot read are \
        kept as they are. Where a photo has no edit in force, the imported one is from then on; no \
        file changes until a job renders it.
        """
      ],
      forms: [
        Form(.one("FILE|-"), sign: .word("export")), Form(.one("FILE|-"), sign: .word("import")),
      ],
      examples: [
        Example("minilab adjustments export edits.ndjson", "all of this library's"),
        Example("minilab adjustments import edits.ndjson", "into another with the same photos"),
      ]),
  ]

  private static let moved: [ExitStatus] = [
    .done, .failed, .someFailed, .usage, .environment, .interrupted, .terminated,
  ]

  private static let moving: [CommandOption] = [
    CommandOption("force", .flag, "also over another program's change, which is stored first"),
    CommandOption("wait", .flag, "wait for an item of the photo that is being worked on"),
  ]
}
