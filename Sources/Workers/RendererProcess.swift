import Dispatch
import Files
import Glibc
import Manifest
import RenderProtocol
import Synchronization

/// A lane's renderer: one process that touches pixels, started when first needed and started anew
/// after it crashed, hung or was killed. Used by its lane only.
final class RendererProcess {
  /// When a renderer is replaced, whatever it holds on to: long-lived heaps only grow.
  private static let mostRequests = 2_000
  private static let mostBytes = 384 << 20

  private let program: BytePath
  private var channel: Channel?
  private var requests = 0
  /// What others may do to the process.
  private let killSwitch: KillSwitch
  private let onRestart: () -> Void
  private var isFirst = true
  /// What it said it is, for messages about its end.
  private var engine: String?

  /// - Parameter onRestart: called when a process is started that is not the first.
  init(program: BytePath, killSwitch: KillSwitch, onRestart: @escaping () -> Void = {}) {
    self.program = program
    self.killSwitch = killSwitch
    self.onRestart = onRestart
  }

  /// Ends the process, which holds nothing that could be lost.
  deinit {
    killSwitch.kill()
    _ = killSwitch.disarm()?.wait()
  }

  /// Sends a request and hands its answers on until one ends it.
  /// - Parameter deadline: on `DispatchTime`'s clock, nanoseconds.
  /// - Throws: the renderer's own failure, TIMED_OUT or CRASHED.
  func answer(
    to request: Request, source: Descriptor, files: [Descriptor] = [], deadline: UInt64,
    progress: (Int) -> Void = { _ in }
  ) throws -> Reply {
    do {
      retireIfWorn()
      if channel == nil { try start() }
      try channel?.send(request, [source] + files)
      while true {
        let reply = try receive(before: deadline)
        switch reply {
        case .progress(let percent): progress(percent)
        case .failed(let failure): throw failure
        case .inspected(let header):
          engine = header.renderer
          return reply
        case .rendered, .compared, .drawn, .introduced: return reply
        }
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      channel = nil
      var failure = reap(after: error)
      // What a person needs to report it: when, and which engine.
      if case .inspect = request { failure.stage = .inspect } else { failure.stage = .decode }
      if let engine { failure.message += ", \(engine)" }
      throw failure
    }
  }

  private func retireIfWorn() {
    requests += 1
    guard channel != nil,
      requests > Self.mostRequests || (killSwitch.residentBytes ?? 0) > Self.mostBytes
    else { return }
    channel = nil
    killSwitch.kill()
    _ = killSwitch.disarm()?.wait()
  }

  private func receive(before deadline: UInt64) throws -> Reply {
    let now = DispatchTime.now().uptimeNanoseconds
    let rest = deadline > now ? Int32(clamping: (deadline - now) / 1_000_000) : 0
    guard let reply = try channel?.receive(Reply.self, milliseconds: rest) else {
      throw SystemError("recvmsg", number: EPIPE)
    }
    return reply.message
  }

  private func start() throws {
    if !isFirst { onRestart() }
    isFirst = false
    let (ours, theirs) = try LocalSocket.pair()
    killSwitch.arm(try ChildProcess.start(program, [], socket: theirs))
    channel = Channel(ours)
    requests = 0
  }

  /// Ends and reaps the process after a request went wrong, and says what happened.
  private func reap(after error: any Error) -> Failure {
    let hung = error is Channel.Expired
    // However it went: from a process that is on its way out this changes nothing.
    killSwitch.kill()
    let process = killSwitch.disarm()
    guard let process else {
      return Failure(
        .crashed, "the renderer \(program) cannot be started: \(error)",
        hint: "minilab-render belongs beside minilab: install both")
    }
    let end = process.wait()
    if hung {
      return Failure(
        .timedOut, "the renderer did not finish in time",
        hint: "raise `timeout` in the manifest if the photo is worth it")
    }
    switch end {
    case .signal(SIGKILL):
      return Failure(
        .crashed, "the renderer was killed (signal 9)",
        hint: "if nobody killed it, the machine ran out of memory: use fewer --lanes")
    case .signal(let number):
      return Failure(.crashed, "the renderer crashed (signal \(number))")
    case .exit(let status):
      return Failure(.crashed, "the renderer stopped by itself (status \(status)): \(error)")
    }
  }
}

/// Kills a renderer from anywhere, for as long as its process number is its own.
final class KillSwitch: Sendable {
  private let child = Mutex<ChildProcess?>(nil)
  private let isFinal = Mutex(false)

  /// Asks the renderer to stop what it does.
  func ask() { child.withLock { $0?.ask() } }

  func kill() { child.withLock { $0?.kill() } }

  fileprivate var residentBytes: Int? { child.withLock { $0?.residentBytes } }

  /// Kills the renderer and every later one: also one that is just being started.
  func killForGood() {
    isFinal.withLock { $0 = true }
    kill()
  }

  fileprivate func arm(_ process: ChildProcess) {
    child.withLock { $0 = process }
    if isFinal.withLock({ $0 }) { kill() }
  }

  /// From now on nothing is killed: the process is about to be reaped.
  fileprivate func disarm() -> ChildProcess? {
    child.withLock { child in
      let process = child
      child = nil
      return process
    }
  }
}
