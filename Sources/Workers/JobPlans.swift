import Files
import Manifest
import Storage
import Synchronization

/// The plans of the jobs in work, each made once, under the library's settings as last read.
final class JobPlans: Sendable {
  private struct State {
    /// nil: not read yet.
    var settings: LibrarySettings?
    var plans: [Int64: JobPlan] = [:]
  }

  private let library: Library
  private let renderer: BytePath
  private let state = Mutex(State())

  /// A worker lives long: plans of ended jobs are not kept for ever.
  private static let most = 32

  init(_ library: Library, renderer: BytePath) {
    self.library = library
    self.renderer = renderer
  }

  func plan(for job: Int64) throws -> JobPlan {
    if let plan = state.withLock({ $0.plans[job] }) { return plan }
    let settings = try state.withLock(\.settings) ?? library.settings()
    let plan = try JobPlan(try Jobs(library).job(job), library, settings, renderer: renderer)
    state.withLock { state in
      // Not kept if the settings were read again meanwhile.
      guard state.settings.map({ $0 == settings }) ?? true else { return }
      state.settings = settings
      if state.plans.count >= Self.most, let oldest = state.plans.keys.min() {
        state.plans[oldest] = nil
      }
      state.plans[job] = plan
    }
    return plan
  }

  /// Reads `library.yaml` again; items that begin from now on go by it.
  /// - Throws: what is wrong with it; then nothing changes.
  func reload() throws {
    let settings = try library.settings()
    state.withLock { $0 = State(settings: settings) }
  }
}
