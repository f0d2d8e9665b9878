import Files
import Manifest
import Synchronization

/// Shows progress while work goes on: a bar below the failures on a terminal, plain lines
/// elsewhere. The caller ticks it; times are those of the snapshots.
final class ProgressView: Sendable {
  /// Seconds between two paintings of the bar, and between two plain lines.
  private static let repaint = 0.1
  private static let plainInterval = 5.0

  private enum Style { case bar, lines, none }

  private let output: Output
  private let style: Style
  private let colour: Bool
  private let width: @Sendable () -> Int
  private let state = Mutex(State())

  private struct State {
    var snapshot = ProgressSnapshot()
    /// When something was last shown.
    var shown: Double?
    var barIsThere = false
  }

  init(output: Output, terminal: Terminal, width: (@Sendable () -> Int)? = nil) {
    self.output = output
    self.width = width ?? { terminal.width }
    colour = terminal.colour
    // The bar goes to standard error. Lines for programs beside it on one terminal would break it.
    if terminal.error && (terminal.output != output.isJSON) {
      style = .bar
    } else {
      style = output.isJSON ? .none : .lines
    }
  }

  /// Shows how far the work is, unless something was shown a moment ago.
  func update(_ snapshot: ProgressSnapshot) {
    state.withLock { state in
      state.snapshot = snapshot
      let interval = style == .bar ? Self.repaint : Self.plainInterval
      // A log starts with what happened, not with 0 of n.
      let since = state.shown ?? (style == .bar ? -interval : 0)
      guard snapshot.elapsed - since >= interval else { return }
      state.shown = snapshot.elapsed
      switch style {
      case .bar: paint(&state)
      case .lines:
        output.line(ProgressLine.plain(snapshot))
        output.flush()
      case .none: break
      }
    }
  }

  /// Shows at once that an item failed.
  func failed(_ asset: BytePath, _ failure: Failure) {
    state.withLock { state in
      let line = Self.line(asset, failure, colour: colour && style == .bar)
      switch style {
      case .bar:
        output.message(erasing(&state) + line + "\n")
        paint(&state)
      case .lines:
        output.line(line)
        output.flush()
      case .none: break
      }
    }
  }

  /// Takes the bar away; call before anything else is printed at the end. In a log, shows the end.
  func finish(_ snapshot: ProgressSnapshot) {
    state.withLock { state in
      switch style {
      case .bar: output.message(erasing(&state))
      // Where no line went before, the summary says it all.
      case .lines:
        if state.shown != nil { output.line(ProgressLine.plain(snapshot)) }
        output.flush()
      case .none: break
      }
    }
  }

  /// One failed item, as also lists of failures show it.
  static func line(_ asset: BytePath, _ failure: Failure, colour: Bool) -> String {
    "\(Paint.red("✗", colour)) \(asset)  \(failure.code.rawValue)  "
      + BytePath(failure.message).displayed
  }

  private func paint(_ state: inout State) {
    // A line that fills the last column would wrap on some terminals.
    let line = ProgressLine.text(state.snapshot, width: max(0, width() - 1), colour: colour)
    output.message("\r" + line + "\u{1b}[K")
    state.barIsThere = true
  }

  private func erasing(_ state: inout State) -> String {
    defer { state.barIsThere = false }
    return state.barIsThere ? "\r\u{1b}[K" : ""
  }
}
