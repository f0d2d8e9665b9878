import Glibc
import Synchronization

/// The steps of publishing, each of which a test may interrupt. In a release build nothing happens
/// here.
enum FaultPoint: String, CaseIterable {
  /// All of an item's outputs are rendered, none is written.
  case rendered
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

  // Where the file system cannot move atomically:
  /// A new file has its name, and still that of its temporary.
  case linked
  /// What is to be replaced has a second name.
  case kept
  /// It is replaced, and has only that.
  case replaced

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
      // To this thread, which then goes no step further; to the process another one might take it.
      case "kill"?: raise(SIGKILL)
      case "stop"?: raise(SIGSTOP)
      case let command?: _ = system(String(command.dropFirst("run ".count)))
      }
    }
  #else
    @inline(__always) func reached() {}
  #endif
}
