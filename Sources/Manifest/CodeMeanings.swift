extension ErrorCode {
  /// What it is about, as help and the reference group it.
  public enum Subject: String, Sendable, CaseIterable {
    case source = "Source"
    case edit = "Edit"
    case output = "Output"
    case running = "Running"
    case history = "History"
    case lookup = "Lookup"
    case use = "Use"
  }

  public var subject: Subject { explanation.0 }

  /// One line without a full stop.
  public var meaning: String { explanation.1 }

  private var explanation: (Subject, String) {
    switch self {
    case .sourceMissing: (.source, "the photo is not there")
    case .accessDenied: (.source, "a file or folder may not be read, or lies behind a link")
    case .emptyFile: (.source, "the file has no bytes")
    case .notAnImage: (.source, "the content is that of no known picture format")
    case .decodeFailed: (.source, "the picture is damaged or cut off, or its disk fails")
    case .formatBlocked: (.source, "the content is of a format that is not read here")
    case .mediaNotSupported: (.source, "it is a video, or no regular file")
    case .tooLarge: (.source, "the picture has more pixels than allowed")
    case .sourceChanged: (.source, "the photo changed while it was worked on")
    case .diverged: (.source, "another program changed a file that we wrote")

    case .emptyCrop: (.edit, "nothing of the picture is left after a crop")
    case .cannotReedit: (.edit, "the pixels that the edit starts from are not at hand")
    case .badAdjustment: (.edit, "a recorded edit cannot be read")
    case .editFailed: (.edit, "an operation failed on this picture")

    case .outputExists: (.output, "a file that we did not write is in the way")
    case .outputConflict: (.output, "two photos would be written to one path")
    case .outputIsSource: (.output, "the output's path is that of a photo")
    case .outputDenied: (.output, "the path may not be written, or a link leads out of the folder")
    case .encodeFailed: (.output, "the result cannot be encoded")
    case .wouldLose: (.output, "the format cannot hold all that the source has")
    case .privateDataLeft: (.output, "the finished file still holds what had to go; it is dropped")
    case .noSpace: (.output, "the disk or the quota is full")

    case .timedOut: (.running, "the photo took longer than its timeout")
    case .crashed: (.running, "the renderer crashed or was killed")
    case .outOfMemory: (.running, "the renderer ran out of memory")

    case .nothingToUndo: (.history, "there is nothing to take back")
    case .nothingToRedo: (.history, "there is nothing to do again")
    case .originalMissing: (.history, "the stored original is not there")
    case .assetBusy: (.history, "the photo is being worked on")
    case .conflict: (.history, "two writers met in the catalog")
    case .tooLate: (.history, "it has ended already")
    case .userDenied: (.history, "a question was answered with no, or nobody could answer it")

    case .noLibrary: (.lookup, "there is no library")
    case .noSuchAsset: (.lookup, "the library does not know the photo")
    case .noSuchJob: (.lookup, "the library does not know the job")
    case .nothingSelected: (.lookup, "the manifest selects no file")
    case .tokenExpired: (.lookup, "what a token points at is gone from the change feed")
    case .schemaTooNew: (.lookup, "a newer minilab wrote the library")
    case .rootMissing: (.lookup, "the folder of photos is not there, or another disk is")
    case .databaseUnavailable: (.lookup, "the catalog cannot be opened or written")

    case .usage: (.use, "the command line is wrong")
    case .manifestInvalid: (.use, "the manifest, or a list or table it names, is wrong")
    case .notYet: (.use, "the grammar has it, this version does not")
    case .wrongState: (.use, "the job or root is in a state that does not allow it")
    }
  }
}

extension WarningCode {
  /// One line without a full stop.
  public var meaning: String {
    switch self {
    case .notEnlarged: "the photo is smaller than the size asked for and was left so"
    case .profileBroken: "the colour profile is damaged or does not fit, and was left out"
    case .profileConverted: "CMYK colours became sRGB"
    case .depth: "the format holds fewer bits per channel"
    case .gamut: "the profile holds fewer colours"
    case .gainMap: "the brightness map of an HDR photo was left out"
    case .frames: "only the first picture of several was taken"
    case .alpha: "transparency was replaced by the background"
    case .metadata: "some metadata could not be carried over"
    case .paletteLost: "the format blurs the few colours of a palette"
    case .noDate: "the photo has no capture date; its file's time was taken"
    case .outputSkipped: "an output was left out, as a foreign file is at its path"
    case .links: "the file that was replaced had other hard links, which keep the old bytes"
    }
  }
}
