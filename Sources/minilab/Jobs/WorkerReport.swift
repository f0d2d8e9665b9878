import Storage

/// A worker as a person or a program sees it: whether it lives and moves, and what its lanes do.
struct WorkerReport {
  private let worker: WorkerRegistry.Worker
  private let isAlive: Bool
  /// Seconds since it last moved, if that is too long for one at work; nil otherwise.
  private let silence: Double?
  private let lanes: [(state: LaneState, item: Item?)]

  init(_ worker: WorkerRegistry.Worker, _ library: Library) throws {
    self.worker = worker
    isAlive = WorkerRegistry.isAlive(worker, library)
    guard isAlive, worker.kind != "submit",
      let beat = WorkerRegistry.lastBeat(of: worker, library)
    else {
      silence = nil
      lanes = []
      return
    }
    let seconds = Double(Clock.now() - beat / 1000) / 1e6
    // It beats every second.
    silence = seconds > 5 ? seconds : nil
    let items = Items(library)
    lanes = try WorkerRegistry.lanes(of: worker, library).map { state in
      (state, try state.item.flatMap { try items.item($0) })
    }
  }

  func tell(_ output: Output) {
    output.line("\(worker.kind) on \(worker.host), process \(worker.pid)\(laneCount): \(health)")
    for lane in lanes {
      guard let item = lane.item else { continue }
      output.line(
        "  lane \(lane.state.lane): job \(item.job), \(item.path), "
          + "for \(Quantity.duration(seconds: lane.state.seconds))")
    }
    output.json("worker", json)
  }

  private var laneCount: String {
    guard !lanes.isEmpty else { return "" }
    return ", \(lanes.count { $0.item != nil }) of \(Quantity.count(lanes.count, "lane")) busy"
  }

  private var health: String {
    guard isAlive else { return "dead, its items are taken over by the next worker" }
    guard let silence else { return "working" }
    return "has not answered for \(Quantity.duration(seconds: silence)), and keeps its items"
  }

  private var json: JSONObject {
    var object: JSONObject = [
      "id": .integer(Int(worker.id)), "kind": .string(worker.kind),
      "host": .string(worker.host), "pid": .integer(Int(worker.pid)), "alive": .bool(isAlive),
    ]
    if let silence { object.add("silent", .seconds(silence)) }
    if !lanes.isEmpty {
      object.add("lanes", .array(lanes.map { .object(json($0.state, $0.item)) }))
    }
    return object
  }

  private func json(_ lane: LaneState, _ item: Item?) -> JSONObject {
    var object: JSONObject = ["lane": .integer(lane.lane)]
    if let item {
      object.add("job", .integer(Int(item.job)))
      object.add("asset", path: item.path)
      object.add("seconds", .seconds(lane.seconds))
    }
    return object
  }
}

extension LaneState {
  /// How long it has worked on its item; 0 if it is idle, or if the clock was set back meanwhile.
  fileprivate var seconds: Double { since.map { Double(max(0, Clock.now() - $0)) / 1e6 } ?? 0 }
}
