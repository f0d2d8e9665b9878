import CLinux
public import Dispatch

/// Calls somebody whenever a file is touched, until it goes away.
public final class FileWatch: Sendable {
  private let descriptor: Descriptor
  // Sources may be cancelled from anywhere, which is all that is done with it.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  public init(
    _ path: BytePath, on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let watch = Descriptor(
      owning: try SystemError.check("inotify") { path.withCString { cl_watch($0) } })
    descriptor = watch
    source = DispatchSource.makeReadSource(fileDescriptor: watch.raw, queue: queue)
    source.setEventHandler {
      cl_watch_drain(watch.raw)
      handler()
    }
    // Keeps the descriptor open until Dispatch has let go of it.
    source.setCancelHandler { _ = watch }
    source.activate()
  }

  deinit { source.cancel() }
}
