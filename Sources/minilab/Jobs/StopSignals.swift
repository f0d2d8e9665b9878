import Dispatch
import Glibc
import Synchronization

/// SIGINT and SIGTERM as requests to stop, counted, and SIGHUP as one to read settings again.
final class StopSignals: Sendable {
  private let seen = Mutex<(count: Int, first: Int32?)>((0, nil))
  // Sources are cancelled when this goes; only their end matters, and that is safe anywhere.
  nonisolated(unsafe) private var sources: [any DispatchSourceSignal] = []
  private let numbers: [Int32]

  /// Handlers are called on a queue of its own.
  /// - Parameters:
  ///   - onHangUp: nil leaves SIGHUP alone, which ends a program whose terminal goes.
  ///   - handler: gets 1 for the first signal, 2 for the second and so on.
  init(onHangUp: (@Sendable () -> Void)? = nil, _ handler: @escaping @Sendable (Int) -> Void) {
    let queue = DispatchQueue(label: "signals")
    numbers = [SIGINT, SIGTERM] + (onHangUp == nil ? [] : [SIGHUP])
    for number in numbers {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      let registered = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { registered.signal() }
      source.setEventHandler { [weak self] in
        if number == SIGHUP {
          onHangUp?()
        } else if let count = self?.note(number) {
          handler(count)
        }
      }
      source.activate()
      // A signal before that would be lost.
      registered.wait()
      sources.append(source)
    }
  }

  deinit {
    for source in sources { source.cancel() }
    for number in numbers { signal(number, SIG_DFL) }
  }

  /// The first signal that came.
  var first: Int32? { seen.withLock(\.first) }

  private func note(_ number: Int32) -> Int {
    seen.withLock { seen in
      seen.count += 1
      seen.first = seen.first ?? number
      return seen.count
    }
  }
}
