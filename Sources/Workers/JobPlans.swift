import Files
import Storage
import Synchronization

/// The plans of the jobs in work, each made once.
final class JobPlans: Sendable {
  private let library: Library
  private let renderer: BytePath
  private let plans = Mutex<[Int64: JobPlan]>([:])

  /// A worker lives long: plans of ended jobs are not kept for ever.
  private static let most = 32

  init(_ library: Library, renderer: BytePath) {
    self.library = library
    self.renderer = renderer
  }

  func plan(for job: Int64) throws -> JobPlan {
    if let plan = plans.withLock({ $0[job] }) { return plan }
    let plan = try JobPlan(try Jobs(library).job(job), library, renderer: renderer)
    plans.withLock { plans in
      if plans.count >= Self.most, let oldest = plans.keys.min() { plans[oldest] = nil }
      plans[job] = plan
    }
    return plan
  }
}
