import Glibc
import Synchronization

/// The steps of publishing, each of which a test may interrupt. In a release build nothing happens
/// here.
enum FaultPoint: String, CaseIterable {
  /// Temporaries lie beside their places, not yet durable.
  case written
  /// They are durable; nothing is recorded.
  case synced
  /// Past TX1.
  case begun
  /// One file is out, others perhaps not.
  case fileOut
  case allOut
  case foldersSynced
  /// Past TX2, temporaries not yet cleaned up.
  case recorded
  case cleaned
  /// A refusal is recorded, no file is back yet.
  case refused
  case takenBack

  #if DEBUG
    /// `$MINILAB_FAULT`: lines of POINT=kill, POINT=stop or POINT=run COMMAND, each done once.
    private static let faults = Mutex(
      getenv("MINILAB_FAULT").map { String(cString: $0) }?.split(separator: "\n").map(String.init)
        ?? [])

    func reached() {
      let action = Self.faults.withLock { faults -> Substring? in
        let prefix = rawValue + "="
        guard let place = faults.firstIndex(where: { $0.hasPrefix(prefix) }) else { return nil }
        return faults.remove(at: place).dropFirst(prefix.count)
      }
      switch action {
      case nil: return
      case "kill"?: kill(getpid(), SIGKILL)
      case "stop"?: kill(getpid(), SIGSTOP)
      case let command?: _ = system(String(command.dropFirst("run ".count)))
      }
    }
  #else
    @inline(__always) func reached() {}
  #endif
}
