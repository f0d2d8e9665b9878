import Testing

@testable import Workers

@Suite struct PulseTests {
  @Test func `a loop that does not move is stuck, and one with nothing to do is not`() {
    let pulse = Pulse()
    pulse.claimed()
    let first = pulse.reading
    #expect(pulse.reading.isStuck(since: first), "claiming has not moved")
    pulse.claimed()
    #expect(!pulse.reading.isStuck(since: first))

    pulse.endClaiming()
    let draining = pulse.reading
    #expect(!pulse.reading.isStuck(since: draining))
    pulse.whilePublishing {
      let begun = pulse.reading
      #expect(!begun.isStuck(since: draining))
      #expect(pulse.reading.isStuck(since: begun), "publishing has not moved")
      pulse.published()
      #expect(!pulse.reading.isStuck(since: begun))
    }
    #expect(!pulse.reading.isStuck(since: draining))
  }
}
