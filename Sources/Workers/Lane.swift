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
      // Made here: a renderer is used by its lane only.
      let renderer = RendererProcess(program: program, killSwitch: killSwitch)
      while let item = items.take().first { work(item, renderer) }
      over.signal()
    }
  }

  /// Ends the item under way at once.
  func kill() { killSwitch.kill() }

  /// Waits until the lane has nothing to do any more, its items being closed.
  func join() { over.wait() }
}
