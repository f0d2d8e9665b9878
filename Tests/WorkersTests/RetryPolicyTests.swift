import Manifest
import Storage
import Testing

@testable import Workers

@Suite struct RetryPolicyTests {
  private func end(
    _ code: ErrorCode, isTransient: Bool = false, errors: Int = 0, crashes: Int = 0,
    retries: Int = 3
  ) -> ItemEnd {
    RetryPolicy.end(
      after: Failure(code, "made up"), isTransient: isTransient, errors: errors,
      crashes: crashes, retries: retries, now: 1_000_000)
  }

  @Test(
    "What is wrong with the photo or the manifest is not tried again",
    arguments: [ErrorCode.decodeFailed, .sourceMissing, .outputExists, .encodeFailed])
  func permanent(_ code: ErrorCode) {
    guard case .failed = end(code) else {
      Issue.record("\(code) is tried again")
      return
    }
  }

  @Test(
    "What may pass is tried again as often as the job says, each time later",
    arguments: [ErrorCode.outOfMemory])
  func transient(_ code: ErrorCode) throws {
    var last: Int64 = 1_000_000
    for errors in 0..<3 {
      guard case .retried(_, let due, .error) = end(code, errors: errors) else {
        Issue.record("\(code) is not tried again after \(errors) errors")
        return
      }
      #expect(due > last)
      last = due
    }
    guard case .failed = end(code, errors: 3) else {
      Issue.record("\(code) is tried a fourth time")
      return
    }
  }

  @Test(
    "What the environment is to blame for is charged to nobody",
    arguments: [ErrorCode.noSpace, .databaseUnavailable])
  func environment(_ code: ErrorCode) {
    guard case .retried(_, _, .nothing) = end(code, errors: 99) else {
      Issue.record("\(code) is charged")
      return
    }
  }

  @Test("A disk's fault is transient whatever its code")
  func faults() {
    guard case .retried = end(.decodeFailed, isTransient: true) else {
      Issue.record("not tried again")
      return
    }
  }

  @Test(
    "The third crash quarantines, whatever the job's retries say",
    arguments: [ErrorCode.crashed, .timedOut])
  func crashes(_ code: ErrorCode) {
    for crashes in 0..<2 {
      guard case .retried(_, _, .crash) = end(code, crashes: crashes, retries: 0) else {
        Issue.record("not tried again after \(crashes) crashes")
        return
      }
    }
    guard case .quarantined = end(code, crashes: 2) else {
      Issue.record("not quarantined")
      return
    }
  }
}
