import Dispatch
public import Files
import Glibc
import Manifest
public import Storage
import Synchronization

/// Works on a library's queue: claims items, hands them to lanes, publishes what they made, and
/// rescues what dead workers left.
public final class Pool: Sendable {
  public struct Settings: Sendable {
    public var lanes: Int
    /// These jobs; nil: all.
    public var jobs: [Int64]?
    /// End when nothing can run any more.
    public var endsWhenDone: Bool

    public init(lanes: Int? = nil, jobs: [Int64]? = nil, endsWhenDone: Bool) {
      self.lanes = lanes ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
      self.jobs = jobs
      self.endsWhenDone = endsWhenDone
    }
  }

  /// How long who waits for the end hopes that the environment gets well.
  private static let patience = DispatchTimeInterval.seconds(20)

  private struct State {
    var isStopping = false
    var isAborting = false
    /// Claimed and not yet ended.
    var inWork = 0
    /// Milliseconds that an item takes, smoothed; 0: unknown.
    var pace = 0.0
    /// Those of them that are to be cancelled.
    var cancelled: Set<Int64> = []
    /// Somebody has committed.
    var isWoken = false
    /// What ended the pool before its time.
    var failure: Failure?
  }

  private let library: Library
  private let settings: Settings
  private let lock: WorkerLock
  private let events: @Sendable (PoolEvent) -> Void
  private let state = Mutex(State())
  /// Signalled when a lane or the publisher is done with something, or somebody says stop.
  private let changed = Condition()
  private let claimed = WorkQueue<ClaimedItem>()
  private let finished = WorkQueue<Finished>(capacity: 48)
  private let plans: JobPlans
  private let budget = MemoryBudget()
  private let pause: EnvironmentPause
  private let leftovers: Leftovers
  private let renderer: BytePath
  private let pulse = Pulse()
  private let measures = Measures()

  /// - Parameter events: called on the pool's threads.
  public init(
    _ library: Library, lock: WorkerLock, renderer: BytePath, settings: Settings,
    events: @escaping @Sendable (PoolEvent) -> Void
  ) {
    self.library = library
    self.lock = lock
    self.renderer = renderer
    self.settings = settings
    self.events = events
    plans = JobPlans(library, renderer: renderer)
    // A service waits until somebody has made room; who waits for the end is told.
    let pause = EnvironmentPause(patience: settings.endsWhenDone ? Pool.patience : nil) {
      events(.paused($0))
    }
    self.pause = pause
    leftovers = Leftovers { failure in
      if EnvironmentPause.isCause(failure) {
        pause.begin(failure)
      } else {
        events(.leftOver(failure))
      }
    }
    // Asking whether somebody has a file open may bring this signal, which would end us.
    signal(SIGIO, SIG_IGN)
    raiseFileLimit()
  }

  /// Works until told to stop or, if so set, until nothing can run. Once per pool.
  public func run() throws {
    let lanes = (1...settings.lanes).map { number in
      Lane(
        number: number, renderer: renderer, items: claimed, measures: measures
      ) { item, renderer in
        self.work(on: item, renderer)
      }
    }
    let publishing = DispatchSemaphore(value: 0)
    DispatchQueue(label: "publisher").async {
      self.publishAll()
      publishing.signal()
    }
    do {
      try claimUntilDone(lanes)
    } catch {
      fail(error)
    }
    pulse.endClaiming()
    claimed.close()
    for item in claimed.takeAll() { finished.add([.ended(item: item, .returned, milliseconds: 0)]) }
    for lane in lanes { lane.join() }
    finished.close()
    publishing.wait()
    if let failure = state.withLock(\.failure) { throw failure }
  }

  /// Claims nothing any more, finishes what lanes have begun and gives the rest back.
  public func stop() {
    state.withLock { $0.isStopping = true }
    changed.broadcast()
  }

  /// Stops at once: renderers are killed and their items given back.
  public func abort() {
    pause.loseHope()
    state.withLock { state in
      state.isStopping = true
      state.isAborting = true
    }
    changed.broadcast()
  }

  /// Reads `library.yaml` again, for what begins from now on.
  /// - Throws: what is wrong with it; then nothing changes.
  public func reload() throws { try plans.reload() }

  // MARK: Being watched

  /// Signs of life, for a watchdog.
  public var reading: PulseReading { pulse.reading }

  /// What it has done so far.
  public var figures: PoolFigures { measures.figures }

  // MARK: Claiming

  private func claimUntilDone(_ lanes: [Lane]) throws {
    let queue = Queue(library)
    let rescuer = Rescuer(library, worker: lock.id, leftovers, events: events)
    var nextRescue = DispatchTime.now()
    let watch = try? FileWatch(library.wakeFile, on: DispatchQueue(label: "wake")) { [self] in
      state.withLock { $0.isWoken = true }
      changed.broadcast()
    }
    defer { withExtendedLifetime(watch) {} }
    while true {
      pulse.claimed()
      if state.withLock(\.isStopping) { break }
      state.withLock { $0.isWoken = false }
      if let verdict = pause.verdict { throw verdict }
      try cancel(try queue.cancelledInWork(worker: lock.id), lanes)
      if DispatchTime.now() >= nextRescue {
        lock.beat(lanes.map(\.state))
        let hadLeftovers = !leftovers.isEmpty
        try unlessEnvironment { try rescuer.rescueAll() }
        if hadLeftovers && leftovers.isEmpty { pause.end() }
        nextRescue = .now() + .seconds(1)
      }
      // Many at a time, since every claim is a commit.
      let isLow = claimed.count <= readAhead / 2
      // Looking costs no write: an idle worker must not keep the disk awake.
      let isDue =
        try isLow && !pause.isOn && (queue.nextDue(only: settings.jobs) ?? .max) <= Clock.now()
      let items =
        isDue
        ? try unlessEnvironment {
          try queue.claim(
            upTo: readAhead - claimed.count, worker: lock.id, only: settings.jobs)
        } ?? [] : []
      if !items.isEmpty {
        state.withLock { $0.inWork += items.count }
        claimed.add(items)
      } else if settings.endsWhenDone, state.withLock({ $0.inWork == 0 }) {
        if try leftovers.isEmpty && isDone(queue) { break }
        if let verdict = leftovers.verdict(patience: Pool.patience) { throw verdict }
      }
      let before = claimed.count
      let wasIdle = state.withLock { $0.inWork == 0 }
      // Other processes' commits wake us; where they cannot, we look every quarter of a second.
      _ = changed.wait(milliseconds: 250) {
        claimed.count < min(before, readAhead / 2 + 1)
          || state.withLock {
            $0.isStopping || $0.isWoken
              || settings.endsWhenDone && $0.inWork == 0 && !wasIdle
          }
      }
    }
    guard state.withLock(\.isStopping) else { return }
    // Until the lanes are done, a second request may come.
    DispatchQueue(label: "abort").async {
      self.changed.wait { self.state.withLock { $0.isAborting || $0.inWork == 0 } }
      if self.state.withLock(\.isAborting) { for lane in lanes { lane.kill() } }
    }
  }

  /// - Returns: nil if the environment is to blame; then claiming pauses.
  private func unlessEnvironment<T>(_ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch let failure as Failure where EnvironmentPause.isCause(failure) {
      pause.begin(failure)
      return nil
    }
  }

  private func cancel(_ items: [Int64], _ lanes: [Lane]) throws {
    for item in items where state.withLock({ $0.cancelled.insert(item).inserted }) {
      for lane in lanes { lane.cancel(item) }
    }
  }

  private func isCancelled(_ item: ClaimedItem) -> Bool {
    state.withLock { $0.cancelled.contains(item.id) }
  }

  /// Enough for half a second of short items, so that lanes never wait for a claim; few of long
  /// ones, so that other workers find something to do.
  private var readAhead: Int {
    let pace = state.withLock(\.pace)
    guard pace > 0 else { return settings.lanes * 2 }
    return settings.lanes * min(max(Int(500 / pace), 1), 32)
  }

  private func isDone(_ queue: Queue) throws -> Bool {
    if let jobs = settings.jobs {
      let catalog = Jobs(library)
      return try jobs.allSatisfy {
        let state = try catalog.job($0).state
        return state.isEnded || state == .paused
      }
    }
    return try queue.nextDue() == nil
  }

  // MARK: Working

  private func work(on item: ClaimedItem, _ renderer: RendererProcess) {
    let stopwatch = Stopwatch()
    let result: Finished
    if isCancelled(item) {
      result = .ended(item: item, .cancelled, milliseconds: 0)
    } else if state.withLock(\.isAborting) {
      result = .ended(item: item, .returned, milliseconds: 0)
    } else {
      result = outcome(of: item, renderer, stopwatch)
    }
    finished.add([result])
    state.withLock { state in
      let took = Double(max(stopwatch.milliseconds, 1))
      state.pace = state.pace == 0 ? took : state.pace * 0.9 + took * 0.1
    }
    changed.broadcast()
  }

  private func outcome(
    of item: ClaimedItem, _ renderer: RendererProcess, _ stopwatch: Stopwatch
  ) -> Finished {
    let end: ItemEnd
    do {
      let plan = try plans.plan(for: item.job)
      let context = WorkContext(
        item: item, plan: plan, library: library, renderer: renderer, budget: budget,
        stopwatch: stopwatch)
      defer { measures.note(context.stages.times) }
      switch try context.run(progress: { _ in }) {
      case .publish(let prepared):
        pause.end()
        return .prepared(prepared)
      case .skipped(let skipped): end = .skipped(skipped)
      }
    } catch let reason as OutOfReach {
      return .left(item, reason)
    } catch {
      end =
        isCancelled(item)
        ? .cancelled : state.withLock(\.isAborting) ? .returned : self.end(of: item, after: error)
    }
    return .ended(item: item, end, milliseconds: stopwatch.milliseconds)
  }

  private func end(of item: ClaimedItem, after error: any Error) -> ItemEnd {
    let cause =
      switch error {
      case let error as ItemFailure: error
      case let error as Failure: ItemFailure(error)
      case let error as SystemError: ItemFailure(target: error, at: item.asset.path)
      case let error as ManifestErrors: ItemFailure(Failure(.manifestInvalid, "\(error)"))
      default: ItemFailure(Failure(.editFailed, "\(error)"))
      }
    if EnvironmentPause.isCause(cause.failure) { pause.begin(cause.failure) }
    let end = RetryPolicy.end(
      after: cause.failure, isTransient: cause.isTransient, errors: item.errors,
      crashes: item.crashes, retries: (try? plans.plan(for: item.job).job.retries) ?? 0,
      now: Clock.now())
    if case .retried = end { measures.noteRetry() }
    return end
  }

  // MARK: Publishing

  private func publishAll() {
    let publisher = Publisher(
      library, pause, leftovers, pulse, endAfter: { self.end(of: $0, after: $1) }, events: events)
    while true {
      let group = finished.take(upTo: 32)
      if group.isEmpty { return }
      // After a failure nothing is recorded any more: what is left is for a rescuer.
      if state.withLock({ $0.failure == nil }) {
        do {
          let stopwatch = Stopwatch()
          try pulse.whilePublishing { try publisher.publish(group) }
          measures.note(published: group, nanoseconds: stopwatch.nanoseconds)
        } catch {
          fail(error)
        }
        for folder in PlainFileSystems.takeUntold() { events(.cannotExchange(folder)) }
      }
      state.withLock { state in
        state.inWork -= group.count
        for finished in group { state.cancelled.remove(finished.item) }
      }
      changed.broadcast()
    }
  }

  private func fail(_ error: any Error) {
    let failure =
      error as? Failure ?? Failure(.databaseUnavailable, "the worker cannot go on: \(error)")
    state.withLock { state in
      state.failure = state.failure ?? failure
      state.isStopping = true
    }
    changed.broadcast()
  }
}

/// Items hold a few files each until they are published.
private func raiseFileLimit() {
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
  limit.rlim_cur = limit.rlim_max
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
