import Manifest

extension Pipeline {
  /// From the edited picture to the pixels that this output asks for.
  static let resize = PipelineStep<OutputDraft>(
    name: "resize", stage: .edit, code: .editFailed,
    failure: "the picture cannot be resized"
  ) { draft in
    let edited = draft.frames.fullSize
    let request = draft.settings.size ?? SizeRequest(width: edited.width, enlarge: true)
    if ResizePlan(edited, request).isCapped {
      draft.warn(
        .notEnlarged, "the picture is only \(edited.width)x\(edited.height) and was not enlarged")
    }
    var resize = Resize(request, background: draft.settings.background)
    if !resize.isSettled { try draft.measuring?.settle(&resize) }
    try draft.measuring?.pass(through: resize)
    let isSingle = draft.frames.pictures.count == 1
    try resize.apply(to: &draft.frames) {
      isSingle
        ? try draft.edited.picture(scaledTo: $1, request) : try resize.scale($0, to: $1)
    }
  }

  /// Operations for this output only, whose lengths are its own pixels.
  static let finish = PipelineStep<OutputDraft>(
    name: "finish", stage: .edit, code: .editFailed,
    failure: "the finish cannot be applied"
  ) {
    draft in
    var edits = try PictureEdits.make(draft.settings.finish, draft.attachments)
    try draft.measuring?.settle(&edits, in: draft.frames)
    for edit in edits { try edit.apply(to: &draft.frames) }
    if draft.hasPalette || edits.contains(where: { $0 is Retro }), draft.settings.isLossy {
      draft.warn(.paletteLost, "\(draft.settings.format) does not keep the palette's exact colours")
    }
  }
}

extension OutputSettings {
  fileprivate var isLossy: Bool {
    switch format {
    case .jpeg, .heic, .avif: !encoding.lossless
    case .webp, .jxl: !encoding.lossless
    case .png, .tiff, .gif: false
    }
  }
}
