/// Every stable error code. Texts may change between versions; these never do.
public enum ErrorCode: String, Sendable, Codable, CaseIterable {
  // Source
  case sourceMissing = "SOURCE_MISSING"
  case accessDenied = "ACCESS_DENIED"
  case emptyFile = "EMPTY_FILE"
  case notAnImage = "NOT_AN_IMAGE"
  case decodeFailed = "DECODE_FAILED"
  case formatBlocked = "FORMAT_BLOCKED"
  case mediaNotSupported = "MEDIA_NOT_SUPPORTED"
  case tooLarge = "TOO_LARGE"
  case sourceChanged = "SOURCE_CHANGED"
  case diverged = "DIVERGED"
  // Edit
  case emptyCrop = "EMPTY_CROP"
  case cannotReedit = "CANNOT_REEDIT"
  case badAdjustment = "BAD_ADJUSTMENT"
  case editFailed = "EDIT_FAILED"
  // Output
  case outputExists = "OUTPUT_EXISTS"
  case outputConflict = "OUTPUT_CONFLICT"
  case outputIsSource = "OUTPUT_IS_SOURCE"
  case outputDenied = "OUTPUT_DENIED"
  case encodeFailed = "ENCODE_FAILED"
  case wouldLose = "WOULD_LOSE"
  case privateDataLeft = "PRIVATE_DATA_LEFT"
  case noSpace = "NO_SPACE"
  // Running
  case timedOut = "TIMED_OUT"
  case crashed = "CRASHED"
  case outOfMemory = "OUT_OF_MEMORY"
  // History
  case nothingToUndo = "NOTHING_TO_UNDO"
  case nothingToRedo = "NOTHING_TO_REDO"
  case originalMissing = "ORIGINAL_MISSING"
  case assetBusy = "ASSET_BUSY"
  case conflict = "CONFLICT"
  case tooLate = "TOO_LATE"
  case userDenied = "USER_DENIED"
  // Lookup
  case noLibrary = "NO_LIBRARY"
  case noSuchAsset = "NO_SUCH_ASSET"
  case noSuchJob = "NO_SUCH_JOB"
  case nothingSelected = "NOTHING_SELECTED"
  case tokenExpired = "TOKEN_EXPIRED"
  case schemaTooNew = "SCHEMA_TOO_NEW"
  case rootMissing = "ROOT_MISSING"
  case databaseUnavailable = "DATABASE_UNAVAILABLE"
  // Use
  case usage = "USAGE"
  case manifestInvalid = "MANIFEST_INVALID"
  case notYet = "NOT_YET"
  case wrongState = "WRONG_STATE"
}

/// What went wrong, for people and for programs.
public struct Failure: Error, Sendable, Codable, Equatable {
  /// The part of an item's work that failed.
  public enum Stage: String, Sendable, Codable {
    case open, inspect, decode, edit, encode, publish
  }

  public var code: ErrorCode
  /// What happened and why; names the file it happened to where that is not plain from beside it.
  public var message: String
  /// What to do next.
  public var hint: String?
  public var stage: Stage?

  public init(_ code: ErrorCode, _ message: String, hint: String? = nil, stage: Stage? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.stage = stage
  }
}

public enum WarningCode: String, Sendable, Codable, CaseIterable {
  case notEnlarged = "not-enlarged"
  case profileBroken = "profile-broken"
  case profileConverted = "profile-converted"
  case depth, gamut
  case gainMap = "gain-map"
  case frames, alpha, metadata
  case paletteLost = "palette-lost"
  case noDate = "no-date"
  case outputSkipped = "output-skipped"
  case links
}

/// Something a person should know about a result that is there all the same.
public struct Warning: Sendable, Codable, Hashable {
  public var code: WarningCode
  public var message: String

  public init(_ code: WarningCode, _ message: String) {
    self.code = code
    self.message = message
  }
}
