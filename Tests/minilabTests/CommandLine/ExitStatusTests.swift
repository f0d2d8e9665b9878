import Manifest
import Testing

@testable import minilab

@Suite struct ExitStatusTests {
  @Test(
    arguments: [
      (ErrorCode.usage, 64), (.notYet, 64), (.manifestInvalid, 65), (.noSpace, 75),
      (.databaseUnavailable, 75), (.noLibrary, 1), (.nothingSelected, 1), (.userDenied, 1),
    ] as [(ErrorCode, Int32)])
  func `a failure's code decides the status`(code: ErrorCode, status: Int32) {
    #expect(ExitStatus(code).rawValue == status)
  }
}
