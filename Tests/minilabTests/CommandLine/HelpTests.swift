import Testing

@testable import minilab

@Suite struct HelpTests {
  @Test func `the overview names every command and keeps to the width`() {
    let text = Help.overview()
    for command in CommandTable.all { #expect(text.contains(command.name)) }
    for line in text.split(separator: "\n") { #expect(Columns.count(String(line)) <= Help.width) }
  }

  @Test func `the overview begins with what to do`() {
    #expect(
      Help.overview().hasPrefix(
        """
        minilab develops whole folders of photos: a manifest in, finished pictures out.

        Usage: minilab [--library DIR] COMMAND …

        Work on photos:
          run         Do the jobs of manifests now and wait for them
          apply       Edit photos or make outputs without a manifest

        The queue:
        """))
  }

  @Test(arguments: CommandTable.all.map(\.name))
  func `help keeps to the width`(name: String) throws {
    let command = try #require(CommandTable.find(name))
    let examples = command.examples.map { "    " + $0.line }
    for line in Help.text(command).split(separator: "\n").map(String.init)
    where !examples.contains(line) {
      #expect(Columns.count(line) <= Help.width, "\(line)")
    }
  }

  @Test func `help of one command tells all`() throws {
    #expect(
      Help.text(try #require(CommandTable.find("cancel"))) == """
        Cancel what is left of a job, or the items of photos.

        Usage: minilab cancel --asset PATH…
               minilab cancel JOB

        What is done stays done; what workers are at is stopped.

        Options:
              --asset               cancel the items of these photos; may be repeated

        Examples:
          cancel the rest of job 7:
            minilab cancel 7
          leave these two out:
            minilab cancel --asset trip/a.jpg trip/b.jpg

        Exit status:
          0    done, also when nothing was out of date
          1    failed, refused, cancelled, or nothing selected
          64   the command line is wrong

        Options of every command: --library DIR, --json, --yes; see minilab help.

        """)
  }

  @Test func `options show range, default and letter`() {
    let text = Help.text(CommandTable.find("run")!)
    #expect(
      text.contains(
        """
              --lanes N             how many items to work on at once; 1 to 256 (default: one per
                                    processor)
        """))
    #expect(text.contains("  -0, --null                paths in"))
  }

  @Test func `help of what comes later says so`() {
    #expect(Help.text(CommandTable.find("sheet")!).contains("\nPlanned, and not there yet.\n"))
  }
}
