import Dispatch
import Files
import Manifest
import Storage
import Synchronization

/// One slot of the pool: a serial queue that owns one renderer process and works on one item after
/// the other.
final class Lane: Sendable {
  /// How long a renderer that was asked to stop may take before it is killed.
  private static let grace = DispatchTimeInterval.milliseconds(200)

  private let number: Int
  private let queue: DispatchQueue
  private let current: Current
  private let killSwitch: KillSwitch
  private let over = DispatchSemaphore(value: 0)

  /// - Parameter work: what the lane does with every item.
  init(
    number: Int, renderer program: BytePath, items: WorkQueue<ClaimedItem>, measures: Measures,
    work: @escaping @Sendable (ClaimedItem, RendererProcess) -> Void
  ) {
    self.number = number
    queue = DispatchQueue(label: "lane \(number)")
    let current = Current()
    self.current = current
    let killSwitch = KillSwitch()
    self.killSwitch = killSwitch
    queue.async { [over] in
      Lane.serve(
        items,
        RendererProcess(
          program: program, killSwitch: killSwitch, onRestart: { measures.noteRestart() })
      ) { item, renderer in
        current.item.withLock { $0 = (item.id, Clock.now()) }
        work(item, renderer)
        current.item.withLock { $0 = nil }
      }
      over.signal()
    }
  }

  /// Works until the items are closed; the renderer ends with it.
  private static func serve(
    _ items: WorkQueue<ClaimedItem>, _ renderer: consuming RendererProcess,
    _ work: (ClaimedItem, RendererProcess) -> Void
  ) {
    while let item = items.take().first { work(item, renderer) }
  }

  /// What it does now.
  var state: LaneState {
    let current = current.item.withLock(\.self)
    return LaneState(lane: number, item: current?.id, since: current?.since)
  }

  /// Ends the item under way at once, and any that begins.
  func kill() { killSwitch.killForGood() }

  /// Ends an item, if it is the one under way: the renderer is asked, and killed if it does not
  /// stop soon, as in the middle of an encoder that asks nobody.
  func cancel(_ item: Int64) {
    // Under the lock, so that the next item is never hit.
    let isOurs = current.item.withLock { current in
      if current?.id == item { killSwitch.ask() }
      return current?.id == item
    }
    guard isOurs else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + Lane.grace) { [current, killSwitch] in
      current.item.withLock { if $0?.id == item { killSwitch.kill() } }
    }
  }

  /// Waits until the lane has nothing to do any more, its items being closed.
  func join() { over.wait() }
}

/// The item that a lane works on.
private final class Current: Sendable {
  let item = Mutex<(id: Int64, since: Int64)?>(nil)
}
