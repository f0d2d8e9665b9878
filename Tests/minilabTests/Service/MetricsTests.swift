import Manifest
import Storage
import Testing
import Workers

@testable import minilab

@Suite struct MetricsTests {
  @Test func `figures are told in the text format`() {
    var pool = PoolFigures()
    var times = PoolFigures.Times()
    times.count = 3
    times.seconds = 1.25
    pool.times[.render] = times
    pool.bytesWritten = 20311
    pool.retries = 2
    pool.rendererRestarts = 1
    let queue = QueueFigures(
      items: [.queued: 5, .succeeded: 7], open: QueueFigures.Open(total: 20, ended: 9),
      waitingSince: 1_000_000)
    let text = Metrics.text(queue, pool, now: 3_500_000)
    let lines = text.split(separator: "\n")
    for line in [
      "minilab_items{state=\"queued\"} 5", "minilab_items{state=\"succeeded\"} 7",
      "minilab_items{state=\"quarantined\"} 0", "minilab_queue_depth 11",
      "minilab_queue_age_seconds 2.5", "minilab_stage_seconds_sum{stage=\"render\"} 1.25",
      "minilab_stage_seconds_count{stage=\"render\"} 3",
      "minilab_stage_seconds_count{stage=\"publish\"} 0", "minilab_written_bytes_total 20311",
      "minilab_retries_total 2", "minilab_renderer_restarts_total 1",
    ] {
      #expect(lines.contains(Substring(line)))
    }
    // Every sample's metric is introduced once.
    let types = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
    #expect(Set(types).count == types.count)
    for line in lines where !line.hasPrefix("#") {
      #expect(types.contains { line.hasPrefix($0) }, "\(line)")
    }
    #expect(text.hasSuffix("\n"))
  }
}
