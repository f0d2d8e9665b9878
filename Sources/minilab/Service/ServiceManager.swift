import Dispatch
import Files
import Glibc
import Workers

/// The service manager that started this process, told how it is. Used by one thread.
/// https://www.freedesktop.org/software/systemd/man/sd_notify.html
final class ServiceManager {
  private let socket: NotifySocket
  /// Nanoseconds between two signs of life; nil: nobody waits for them. Three of them fit into the
  /// time after which the manager gives us up.
  private let interval: UInt64?
  private var nextSign: UInt64 = 0
  private var lastReading: PulseReading?
  private var isReady = false
  private var status = ""

  init(_ socket: NotifySocket, watchdog microseconds: UInt64?) {
    self.socket = socket
    interval = microseconds.map { max($0 / 3, 1) * 1000 }
  }

  /// The one that the environment names, if any. The variables go, so that no other process that
  /// we start speaks in our name.
  static func taken(from context: Context) -> ServiceManager? {
    let name = context.variable("NOTIFY_SOCKET")
    func number(_ name: String) -> UInt64? {
      context.variable(name)?.text.flatMap { UInt64($0) }
    }
    let isOurs = number("WATCHDOG_PID").map { $0 == UInt64(getpid()) } ?? true
    let watchdog = isOurs ? number("WATCHDOG_USEC") : nil
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) }
    return name.flatMap { NotifySocket($0) }.map { ServiceManager($0, watchdog: watchdog) }
  }

  /// Says once that work has begun, and now and then that it goes on. A loop that has not moved
  /// since the last time is not spoken for.
  func watch(_ reading: PulseReading, now: UInt64 = DispatchTime.now().uptimeNanoseconds) {
    if !isReady, reading.claims != 0 {
      isReady = true
      socket.send(["READY=1"])
    }
    guard let interval, now >= nextSign else { return }
    nextSign = now + interval
    if lastReading.map({ !reading.isStuck(since: $0) }) ?? true { socket.send(["WATCHDOG=1"]) }
    lastReading = reading
  }

  func show(_ status: String) {
    guard status != self.status else { return }
    self.status = status
    socket.send(["STATUS=\(status)"])
  }

  func beginReloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    socket.send(["RELOADING=1", "MONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)"])
  }

  func endReloading() { socket.send(["READY=1"]) }

  func beginStopping() { socket.send(["STOPPING=1"]) }

  /// Asks for this long from now on before the manager loses patience with our end.
  func extend(seconds: Int) { socket.send(["EXTEND_TIMEOUT_USEC=\(seconds * 1_000_000)"]) }
}
