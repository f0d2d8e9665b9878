import Dispatch
import Manifest
import Storage
import Synchronization
import Workers

/// What a worker does beside working: it tells the service manager how it is, keeps figures in a
/// file, tidies the library, and does not let an end take too long. Used by the session's thread.
final class WorkerService {
  private static let second: UInt64 = 1_000_000_000

  private let library: Library
  private let manager: ServiceManager?
  private let metrics: MetricsFile?
  /// Seconds from the first request to stop until what is under way is given back.
  private let drainTimeout: Int
  private let output: Output
  private let tidying: TidyingSchedule?

  private var ended = 0
  private var history = RateHistory()
  private let start = DispatchTime.now().uptimeNanoseconds
  private var nextStatus: UInt64 = 0
  private var nextMetrics: UInt64 = 0
  private var stopping: Stopping?

  private struct Stopping {
    let began: UInt64
    var nextExtension: UInt64
    var isAborted = false
  }

  /// - Parameter tidies: false for one that ends when the queue is empty.
  init(
    _ library: Library, manager: ServiceManager?, metrics: MetricsFile?, drainTimeout: Int,
    tidies: Bool, _ output: Output
  ) {
    self.library = library
    self.manager = manager
    self.metrics = metrics
    self.drainTimeout = drainTimeout
    self.output = output
    tidying = tidies ? TidyingSchedule(library, output) : nil
  }

  /// Called several times a second.
  /// - Parameters:
  ///   - ended: items since the last time.
  ///   - isStopping: whether somebody has asked for an end.
  func turn(_ pool: Pool, ended: Int, isStopping: Bool) {
    self.ended += ended
    let now = DispatchTime.now().uptimeNanoseconds
    if isStopping { stop(pool, now) }
    manager?.watch(pool.reading)
    if now >= nextStatus {
      nextStatus = now + Self.second
      history.record(done: self.ended, elapsed: Double(now - start) / 1e9)
      // A catalog that cannot be read just now is the pool's to tell of.
      if stopping == nil, let manager, let status = try? status() { manager.show(status) }
    }
    if let metrics, now >= nextMetrics {
      nextMetrics = now + 5 * Self.second
      write(metrics, pool)
    }
    if stopping == nil { tidying?.turn(now) }
  }

  /// The session is over.
  func finish(_ pool: Pool) {
    // Also where it came too fast for a turn.
    if stopping == nil { beginStopping(DispatchTime.now().uptimeNanoseconds) }
    if let metrics { write(metrics, pool) }
  }

  /// Somebody has asked for settings to be read again.
  func reload(_ pool: Pool) {
    manager?.beginReloading()
    do {
      try pool.reload()
      output.note("read library.yaml again")
    } catch let errors as ManifestErrors {
      output.report(errors)
    } catch {
      output.report(Failure(describing: error))
    }
    manager?.endReloading()
  }

  private func beginStopping(_ now: UInt64) {
    stopping = Stopping(began: now, nextExtension: now)
    tidying?.stop()
    manager?.beginStopping()
    manager?.show("stopping: finishing the photos at work")
  }

  private func stop(_ pool: Pool, _ now: UInt64) {
    if stopping == nil { beginStopping(now) }
    guard var stopping else { return }
    if !stopping.isAborted, now - stopping.began >= UInt64(drainTimeout) * Self.second {
      stopping.isAborted = true
      output.note("the drain timeout is over: what is under way is given back")
      manager?.show("stopping: giving the photos at work back")
      pool.abort()
    }
    if now >= stopping.nextExtension {
      stopping.nextExtension = now + Self.second
      // Nobody is to wait for a renderer longer than the drain timeout; files on their way out are
      // as good as done.
      if !stopping.isAborted || pool.reading.publications != nil { manager?.extend(seconds: 15) }
    }
    self.stopping = stopping
  }

  /// "3 of 120 photos, 12/s".
  private func status() throws -> String {
    let open = try Jobs(library).open()
    guard open.total > 0 else { return "waiting for jobs" }
    let rate = history.rate.map { ", " + Quantity.rate(perSecond: $0) } ?? ""
    return "\(open.ended) of \(Quantity.count(open.total, "photo"))\(rate)"
  }

  private func write(_ metrics: MetricsFile, _ pool: Pool) {
    do {
      try metrics.write(try Jobs(library).figures(), pool.figures)
    } catch {
      output.report(Failure(describing: error))
    }
  }
}
