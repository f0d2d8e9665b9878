import Files
import Synchronization

/// The file systems on which this process could not do an atomic move, each told of once.
enum PlainFileSystems {
  private struct State {
    var devices: Set<Int64> = []
    var untold: [Folder] = []
  }

  private static let state = Mutex(State())

  static func note(_ folder: Folder) {
    guard let device = try? folder.descriptor.status().device else { return }
    state.withLock { state in
      if state.devices.insert(device).inserted { state.untold.append(folder) }
    }
  }

  /// A folder on each that nobody has been told of.
  static func takeUntold() -> [BytePath] {
    let folders = state.withLock { state in
      defer { state.untold = [] }
      return state.untold
    }
    return folders.map { Folder.real(BytePath("/proc/self/fd/\($0.descriptor.raw)")) }
  }
}
