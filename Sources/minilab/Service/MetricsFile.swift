import Files
import Glibc
import Manifest
import Storage
import Workers

/// A file of figures in Prometheus' text format, whole at any time, for a collector that reads
/// files. https://prometheus.io/docs/instrumenting/exposition_formats/
struct MetricsFile {
  let path: BytePath

  func write(_ queue: QueueFigures, _ pool: PoolFigures, now: Int64 = Clock.now()) throws {
    let folder = try Folder(path.parent)
    let temporary = BytePath(".minilab-\(getpid())-metrics.tmp")
    do {
      // Closed before it gets its name.
      try folder.open(temporary, O_WRONLY | O_CREAT | O_TRUNC)
        .writeAll(Array(Metrics.text(queue, pool, now: now).utf8))
      try folder.rename(temporary, to: path.name)
    } catch {
      try? folder.unlink(temporary)
      throw Failure(
        .outputDenied, "the metrics file \(path) cannot be written: \(error.reason)",
        hint: "check its folder's owner, mode and disk")
    }
  }
}

/// The figures as text.
enum Metrics {
  static func text(_ queue: QueueFigures, _ pool: PoolFigures, now: Int64) -> String {
    let age = queue.waitingSince.map { max(0, now - $0) } ?? 0
    var text = Family(
      "items", .gauge, "Items of all jobs that are kept, by state.",
      ItemState.allCases.map { ("{state=\"\($0.rawValue)\"}", "\(queue.items[$0] ?? 0)") }
    ).text
    text +=
      Family(
        "queue_depth", .gauge, "Items that wait, run or are being published.",
        [("", "\(queue.open.total - queue.open.ended)")]
      ).text
    text +=
      Family(
        "queue_age_seconds", .gauge, "Since the oldest job was submitted that has items waiting.",
        [("", seconds(Double(age) / 1e6))]
      ).text
    text +=
      Family(
        "stage_seconds", .summary, "Time that items took in this worker, by stage.",
        PoolFigures.Stage.allCases.flatMap { stage in
          let times = pool.times[stage] ?? PoolFigures.Times()
          let label = "{stage=\"\(stage.rawValue)\"}"
          return [("_sum" + label, seconds(times.seconds)), ("_count" + label, "\(times.count)")]
        }
      ).text
    text +=
      Family(
        "written_bytes_total", .counter, "Bytes of files that this worker put out.",
        [("", "\(pool.bytesWritten)")]
      ).text
    text +=
      Family(
        "retries_total", .counter, "Items that went back to the queue after an error.",
        [("", "\(pool.retries)")]
      ).text
    return text
      + Family(
        "renderer_restarts_total", .counter,
        "Renderers started anew, after a crash, a time-out or for their age.",
        [("", "\(pool.rendererRestarts)")]
      ).text
  }

  private static func seconds(_ value: Double) -> String {
    "\((value * 1e6).rounded() / 1e6)"
  }
}

/// One metric with its samples.
private struct Family {
  enum Kind: String { case gauge, counter, summary }

  let name: String
  let kind: Kind
  let help: String
  /// What follows the name, and the value.
  let samples: [(String, String)]

  init(_ name: String, _ kind: Kind, _ help: String, _ samples: [(String, String)]) {
    self.name = "minilab_" + name
    self.kind = kind
    self.help = help
    self.samples = samples
  }

  var text: String {
    "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
      + samples.map { "\(name)\($0) \($1)\n" }.joined()
  }
}
