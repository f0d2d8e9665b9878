import Files
import Glibc

/// Taking a file away without putting one there. No name can fence that: it is recorded before, and
/// only a dead worker's is taken over.
extension OutputFile {
  func remove() throws(SystemError) -> Step {
    switch try content(of: temporary) {
    case .expected: return .out
    case .nothing, .ours: break
    case .foreign: return try giveBack()
    }
    do {
      try renaming.takeIn()
    } catch  where error.number == ENOENT {
      // Somebody else took it away.
      return .out
    }
    // Between the look and the move another program may have put its bytes there.
    return try content(of: temporary) == .expected ? .out : giveBack()
  }

  /// Undoes `remove` if nobody has taken the place.
  func bringBack() throws(SystemError) {
    guard try content(of: temporary) != .nothing else { return }
    try restorePlace()
  }

  private func giveBack() throws(SystemError) -> Step {
    try restorePlace()
    return .refused(diverged)
  }

  /// Where it is impossible, cleaning up stores what is not ours.
  private func restorePlace() throws(SystemError) {
    do {
      try renaming.putOut()
    } catch  where error.number == ENOENT || error.number == EEXIST {}
  }
}
