import Storage

/// Whether a worker lives and moves.
struct WorkerHealth {
  let isAlive: Bool
  /// Seconds since it last moved, if that is too long for one at work; nil otherwise.
  let silence: Double?

  init(_ worker: WorkerRegistry.Worker, _ library: Library) {
    isAlive = WorkerRegistry.isAlive(worker, library)
    guard isAlive, worker.kind != "submit",
      let beat = WorkerRegistry.lastBeat(of: worker, library)
    else {
      silence = nil
      return
    }
    let seconds = Double(Clock.now() - beat / 1000) / 1e6
    // It beats every second.
    silence = seconds > 5 ? seconds : nil
  }

  var text: String {
    guard isAlive else { return "dead, its items are taken over by the next worker" }
    guard let silence else { return "working" }
    return "has not answered for \(Quantity.duration(seconds: silence)), and keeps its items"
  }
}
