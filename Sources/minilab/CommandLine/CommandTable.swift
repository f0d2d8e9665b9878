import Storage

/// Every command and every option: parsing, help and the README are made from this.
enum CommandTable {
  static let all =
    photos + queue + library + history + manifests + [completions, version, help] + coming

  static func find(_ name: String) -> Command? { all.first { $0.name == name } }

  /// Options that go with every command, before or after its name.
  static let global: [CommandOption] = [
    CommandOption(
      "library", .path("DIR"), "the library to use",
      standard: "$MINILAB_LIBRARY, else the nearest .minilab, else $XDG_DATA_HOME/minilab"),
    CommandOption("json", "print JSON lines for programs"),
    CommandOption("yes", "answer every question with yes"),
    CommandOption("help", "show help for the command", short: "h"),
    CommandOption("version", "print the version"),
  ]
}

extension CommandOption {
  init(_ name: String, _ summary: String, short: Character? = nil) {
    self.init(name, .flag, summary, short: short)
  }
}

/// Statuses shared by what works on a job until it ends.
private let whileWorking: [ExitStatus] = [
  .done, .failed, .someFailed, .usage, .manifestInvalid, .environment, .interrupted, .terminated,
]

private let lanes = CommandOption(
  "lanes", .integer(1...256), "how many items to work on at once",
  standard: "one per processor")

/// What `run` and `submit` share.
private let submission: [CommandOption] = [
  CommandOption("dry-run", .flag, "show what would be done and change nothing"),
  CommandOption(
    "set", .assignment, "give a variable of the manifest another value", repeated: true),
  CommandOption(
    "root", .path("DIR"), "the folder of photos", standard: "the manifest's root"),
  CommandOption(
    "files-from", .path("FILE|-"),
    "take only the paths in this file, one a line, relative to the root; - is standard input",
    standard: "the manifest's select"),
  CommandOption(
    "null", .flag, "paths in --files-from end in NUL and not in a newline", short: "0",
    needs: "files-from"),
  CommandOption("again", .flag, "do the work also where everything is up to date"),
  CommandOption(
    "force", .flag, "also over what another program changed; its files are stored first"),
]

extension CommandTable {
  private static let photos: [Command] = [
    Command(
      "run", .photos, "Do the jobs of manifests now and wait for them",
      [
        """
        Submits one job per manifest and works on them until they are done, with live progress. \
        The manifest - is read from standard input. What is up to date is skipped, so the same \
        line again costs next to nothing.
        """,
        """
        Ctrl-C lets the items at work finish and leaves the job paused; the program then says how \
        to go on or cancel. A second Ctrl-C stops at once.
        """,
      ],
      forms: [Form(.many("MANIFEST"))],
      options: [lanes] + submission,
      examples: [
        Example("minilab run web-gallery.yaml", "do the job"),
        Example("minilab run --dry-run web-gallery.yaml", "show the plan"),
        Example("minilab run --set q=70 --root ~/photos web.yaml", "the same for other photos"),
        Example(
          "find . -newer stamp -name '*.jpg' -print0 | minilab run --files-from - -0 web.yaml",
          "only these files"),
      ],
      exits: whileWorking),
    Command(
      "apply", .photos, "Edit photos or make outputs without a manifest",
      [
        """
        Does what a manifest with these edits and outputs would do for the given files, always \
        again and as one job per root. Each YAML is what would stand in the manifest's list. \
        --print shows that manifest and does nothing.
        """
      ],
      forms: [Form(.many("FILE"))],
      options: [
        CommandOption(
          "edit", .text("YAML"), "an operation of the photo's own edit, in order", repeated: true),
        CommandOption("output", .text("YAML"), "an output", repeated: true),
        CommandOption(
          "in-place", .flag, "the result takes the photo's place; revert gives the original back"),
        CommandOption("print", .flag, "print the manifest and do nothing"),
      ],
      oneOf: ["edit", "output", "in-place"],
      examples: [
        Example(
          "minilab apply --output '{path: \"small/{name}.{format}\", box: 1024, format: webp}' "
            + "*.jpg", "small copies"),
        Example(
          "minilab apply --edit 'sepia: 0.8' --output 'path: \"old/{name}.jpg\"' a.jpg",
          "edit a photo and write the result"),
      ],
      exits: whileWorking),
  ]

  private static let queue: [Command] = [
    Command(
      "submit", .queue, "Put the jobs of manifests into the queue",
      [
        """
        Prints the job; workers do it. The same text as an unfinished job of its series leaves out \
        the files that this job still has to do.
        """
      ],
      forms: [Form(.many("MANIFEST"))],
      options: submission + [
        CommandOption(
          "priority", .integer(-1_000_000...1_000_000), "higher goes first",
          standard: "the manifest's, else 0"),
        CommandOption("wait", .flag, "wait for the jobs and end as they did"),
      ],
      examples: [
        Example("minilab submit web-gallery.yaml", "leave it to the workers"),
        Example("minilab submit --wait --priority 10 urgent.yaml", "before others, and wait"),
      ],
      exits: whileWorking),
    Command(
      "reprocess", .queue, "Do again what is out of date",
      [
        """
        Holds the photos of each series against what its newest manifest text asks for, and queues \
        just those that are new, changed, or miss an output. Made for cron: silent where there is \
        nothing, never twice what is queued already, and safe when two of them overlap.
        """,
        """
        A manifest with `reprocess: false` is left out. What would fail again is left out too, \
        unless --failed is given.
        """,
      ],
      forms: [Form(sign: .option("all")), Form(.many("NAME", .text))],
      options: [
        CommandOption("all", .flag, "every series"),
        CommandOption("dry-run", .flag, "say what is out of date and why, and do nothing"),
        CommandOption("run", .flag, "work it off here and wait"),
        CommandOption("failed", .flag, "also what failed"),
        CommandOption(
          "renderer", .flag,
          "also outputs that another version of libvips or of minilab's "
            + "rendering made"),
        CommandOption(
          "in-place", .flag, "with --renderer: photos edited in place too", needs: "renderer"),
        CommandOption(
          "changed-since", .text("WHEN"),
          "only photos whose file changed since: a date, or how long ago, such as 36h"),
      ],
      examples: [
        Example("minilab reprocess --all --dry-run", "what is out of date, and why"),
        Example("minilab reprocess --all --run --yes", "a nightly line for cron"),
        Example(
          "minilab reprocess --all --renderer --dry-run", "what an upgrade of libvips would redo"),
      ],
      exits: whileWorking),
    Command(
      "worker", .queue, "Work on the queue until told to stop",
      [
        """
        The service that does submitted jobs; several may run at once. SIGTERM lets the items at \
        work finish, a second one stops at once; nothing is lost either way. SIGHUP reads \
        library.yaml again.
        """,
        """
        Once a day it drops jobs that ended long ago, see prune and the key keep-jobs, and what \
        the object store keeps for nobody, see gc.
        """,
      ],
      options: [
        CommandOption("drain", .flag, "end when nothing is left that can run"),
        lanes,
        CommandOption(
          "drain-timeout", .integer(0...86_400),
          "seconds that a stop may take before what is under way is given back",
          standard: "\(WorkerCommand.standardDrainTimeout)"),
        CommandOption(
          "metrics", .path("FILE"), "keep figures for Prometheus in this file"),
      ],
      examples: [Example("minilab worker --drain", "work off the queue")],
      exits: [.done, .failed, .usage, .environment, .interrupted]),
    Command(
      "status", .queue, "Show jobs and workers, or one job's items",
      [
        "A job is named by its number, or by its name for the newest of that name."
      ],
      forms: [Form(.optional("JOB", .text))],
      options: [
        CommandOption("watch", .flag, "keep showing until the work ends"),
        CommandOption("failed", .flag, "show the failed items and why"),
        CommandOption("check", .flag, "end with the exit status that the job ended with"),
      ],
      examples: [
        Example("minilab status", "unfinished and recent jobs"),
        Example("minilab status --failed web-gallery", "what went wrong in the newest one"),
      ],
      exits: [.done, .failed, .someFailed, .usage, .environment]),
    Command(
      "cancel", .queue, "Cancel what is left of a job, or the items of photos",
      ["What is done stays done; what workers are at is stopped."],
      forms: [Form(.many("PATH"), sign: .option("asset")), Form(.one("JOB", .text))],
      options: [
        // Repeated, because people write it before every path.
        CommandOption("asset", .flag, "cancel the items of these photos", repeated: true)
      ],
      examples: [
        Example("minilab cancel 7", "cancel the rest of job 7"),
        Example("minilab cancel --asset trip/a.jpg trip/b.jpg", "leave these two out"),
      ]),
    Command(
      "retry", .queue, "Do a job's failed and quarantined items again",
      ["Their past is forgotten: they are tried as if for the first time."],
      forms: [Form(.one("JOB", .text))],
      examples: [Example("minilab retry 7", "after the disk is mended")]),
    Command(
      "pause", .queue, "Hold a job",
      ["What workers have begun is finished; nothing more of it is begun until it is resumed."],
      forms: [Form(.one("JOB", .text))],
      examples: [Example("minilab pause web-gallery", "let other jobs go first")]),
    Command(
      "resume", .queue, "Go on with a paused job",
      forms: [Form(.one("JOB", .text))],
      examples: [Example("minilab resume web-gallery", "after a Ctrl-C")]),
  ]

  private static let library: [Command] = [
    Command(
      "init", .library, "Make a library in this folder",
      ["Makes ./.minilab, which is then used in this folder and all below it."],
      options: [
        CommandOption(
          "database", .text("URL"), "keep the catalog in PostgreSQL", availability: .later)
      ]),
    Command(
      "roots", .library, "List, add, remove or change folders of photos",
      [
        """
        A root is a folder that the library may read, and write if its access is rw. Roots never \
        overlap. Removing one forgets it; its files stay.
        """
      ],
      forms: [
        Form(.one("DIR"), .optional("rw|ro", .choice(["rw", "ro"])), sign: .word("add")),
        Form(.one("DIR"), sign: .word("remove")),
        Form(.one("DIR"), .one("rw|ro", .choice(["rw", "ro"])), sign: .word("set")),
        Form(sign: .word("list")),
        Form(sign: .option("systemd")),
        Form(),
      ],
      options: [
        CommandOption(
          "systemd", .flag, "print the drop-in by which a unit may write to them")
      ],
      examples: [
        Example("minilab roots", "list them"),
        Example("minilab roots add ~/photos ro", "read these photos, write nothing there"),
      ]),
    Command(
      "verify", .library, "Check the catalog against the files",
      ["Compares what the catalog says with the files on disk and counts the items again."],
      options: [
        CommandOption("deep", .flag, "read and hash every file and every stored object"),
        CommandOption("render", .flag, "render every file again and compare the pixels"),
      ]),
    Command(
      "gc", .library, "Drop what nothing needs from the object store",
      ["Works beside publishers. Originals and files of other programs that were replaced stay."],
      options: [CommandOption("dry-run", .flag, "only show what would go")],
      examples: [Example("minilab gc --dry-run", "see what it would drop")]),
    Command(
      "prune", .library, "Drop jobs that ended long ago",
      [
        """
        Their items go with them; files, edits and their history stay. What a dropped job did \
        cannot be taken back as a whole any more, but still photo by photo. The newest job of \
        each series stays, and others that reprocess needs.
        """
      ],
      options: [
        CommandOption(
          "days", .integer(0...100_000), "drop those that ended at least this many days ago",
          standard: "keep-jobs of library.yaml, else \(Pruning.standardDays)"),
        CommandOption("dry-run", .flag, "only show what would go"),
      ],
      examples: [Example("minilab prune --days 90 --dry-run", "see what it would drop")]),
  ]

  private static let manifests: [Command] = [
    Command(
      "validate", .manifests, "Check manifests and report every mistake",
      ["Prints file:line:column and what is wrong for each mistake. Needs no library."],
      forms: [Form(.many("MANIFEST"))],
      options: [
        CommandOption(
          "set", .assignment, "give a variable of the manifest another value", repeated: true)
      ],
      examples: [Example("minilab validate jobs/*.yaml", "check all of them")],
      exits: [.done, .usage, .manifestInvalid]),
    Command(
      "schema", .manifests, "Print the manifest's JSON Schema, for editors",
      examples: [Example("minilab schema > minilab.schema.json", "save it for an editor")],
      exits: [.done, .usage]),
    Command(
      "ops", .manifests, "List the operations of an edit, or explain one",
      forms: [Form(.optional("NAME", .text))],
      examples: [Example("minilab ops crop", "its parameters and an example")],
      exits: [.done, .usage]),
  ]

  static let version = Command(
    "version", .program, "Print the version", exits: [.done, .usage])

  static let completions = Command(
    "completions", .program, "Print completions for a shell",
    forms: [Form(.one("bash|zsh|fish", .choice(Completions.Shell.allCases.map(\.rawValue))))],
    examples: [
      Example("minilab completions bash > /etc/bash_completion.d/minilab", "for all users")
    ],
    exits: [.done, .usage])

  static let help = Command(
    "help", .program, "Explain a command, or one of the topics keys and errors",
    forms: [Form(sign: .option("man")), Form(.optional("COMMAND|TOPIC", .text))],
    options: [CommandOption("man", .flag, "print the whole as a manual page")],
    exits: [.done, .usage])
}
