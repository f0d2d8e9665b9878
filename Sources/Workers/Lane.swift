import Dispatch
import Files
import Manifest
import Storage

/// One slot of the pool: a serial queue that owns one renderer process and works on one item after
/// the other.
final class Lane: Sendable {
  private let queue: DispatchQueue
  private let killSwitch: KillSwitch
  private let over = DispatchSemaphore(value: 0)

  /// - Parameter work: what the lane does with every item.
  init(
    number: Int, renderer program: BytePath, items: WorkQueue<ClaimedItem>,
    work: @escaping @Sendable (ClaimedItem, RendererProcess) -> Void
  ) {
    queue = DispatchQueue(label: "lane \(number)")
    let killSwitch = KillSwitch()
    self.killSwitch = killSwitch
    queue.async { [over] in
      Lane.serve(items, RendererProcess(program: program, killSwitch: killSwitch), work)
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

  /// Ends the item under way at once.
  func kill() { killSwitch.kill() }

  /// Waits until the lane has nothing to do any more, its items being closed.
  func join() { over.wait() }
}
