import Files
import Testing

/// The short form of scripts/chaos.
@Suite struct ChaosTests {
  @Test func `workers and renderers that are killed at random lose and double nothing`() throws {
    let place = try Workplace()
    let finished = try place.start(
      program: Workplace.package.appending("scripts/chaos"),
      ["--items", "60", "--kills", "16", "--seed", "7", "--build", Workplace.programs],
      environment: ["TMPDIR": place.folder]
    ).wait(seconds: 400)
    #expect(finished.end == .exit(0), "\(finished.errorText)")
    #expect(finished.text.contains("nothing is lost, doubled or left behind"))
  }
}
