import Dispatch
import Files
import Manifest
import Storage
import Synchronization
import Workers

/// Working on jobs in this process and telling how it goes until they are done or somebody stops it.
final class JobSession: Sendable {
  private let library: Library
  private let context: Context
  private let lock: WorkerLock
  private let lanes: Int?
  /// nil: whatever is in the queue.
  private let jobs: [Int64]?
  private let ended = Mutex<[Int64]>([])
  private let isToReload = Mutex(false)
  private let wake = DispatchSemaphore(value: 0)

  init(
    _ library: Library, lock: WorkerLock, jobs: [Int64]?, lanes: Int?, _ context: Context
  ) {
    self.library = library
    self.lock = lock
    self.jobs = jobs
    self.lanes = lanes
    self.context = context
  }

  /// Works until the end.
  /// - Parameters:
  ///   - endsWhenDone: false for one that waits for more.
  ///   - service: what goes with a worker; nil where a person waits for the end.
  ///   - onStop: what to do at the first signal, before anything else stops.
  /// - Returns: the signal that stopped it, if one did.
  func run(
    endsWhenDone: Bool, service: WorkerService? = nil,
    onStop: @escaping @Sendable () -> Void = {}
  ) throws -> Int32? {
    let pool = Pool(
      library, lock: lock, renderer: try RendererLocation.find(),
      settings: Pool.Settings(lanes: lanes, jobs: jobs, endsWhenDone: endsWhenDone),
      events: { [self] event in
        switch event {
        case .ended(let item): ended.withLock { $0.append(item) }
        case .paused(let failure):
          context.output.note("waiting: \(failure.message) [\(failure.code.rawValue)]")
        case .leftOver(let failure): context.output.report(failure)
        case .cannotExchange(let folder):
          context.output.note(
            """
            note: the file system of \(folder) cannot exchange files: what another program writes \
            to an output while it is replaced may be lost
            """)
        }
        wake.signal()
      })
    let requestReload: @Sendable () -> Void = { [self] in
      isToReload.withLock { $0 = true }
      wake.signal()
    }
    let signals = StopSignals(onHangUp: service == nil ? nil : requestReload) { [wake] count in
      defer { wake.signal() }
      if count == 1 {
        onStop()
        pool.stop()
      } else {
        pool.abort()
      }
    }
    let result = Mutex<Result<Void, any Error>?>(nil)
    DispatchQueue(label: "pool").async { [wake] in
      let outcome = Result { try pool.run() }
      result.withLock { $0 = outcome }
      wake.signal()
    }
    let teller = SessionTeller(library, jobs: jobs, context)
    while result.withLock({ $0 == nil }) {
      _ = wake.wait(timeout: .now() + .milliseconds(100))
      let ended = takeEnded()
      try teller.tell(ended: ended)
      if takeReload() { service?.reload(pool) }
      service?.turn(pool, ended: ended.count, isStopping: signals.first != nil)
    }
    service?.finish(pool)
    try teller.finish(ended: takeEnded())
    try result.withLock { try $0?.get() }
    try lock.end()
    return signals.first
  }

  private func takeReload() -> Bool {
    isToReload.withLock { isToReload in
      defer { isToReload = false }
      return isToReload
    }
  }

  private func takeEnded() -> [Int64] {
    ended.withLock { ended in
      defer { ended = [] }
      return ended
    }
  }
}

/// Where the renderer is: beside this program.
enum RendererLocation {
  static func find() throws(Failure) -> BytePath {
    let renderer = Folder.real("/proc/self/exe").parent.appending("minilab-render")
    guard (try? FileStatus.of(renderer))??.kind == .file else {
      throw Failure(
        .crashed, "the renderer \(renderer) is missing",
        hint: "install minilab-render beside minilab")
    }
    return renderer
  }
}
