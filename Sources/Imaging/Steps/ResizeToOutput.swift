import Manifest

extension Pipeline {
  /// From the edited picture to the pixels that this output asks for.
  static let resize = PipelineStep<OutputDraft>(
    name: "resize", stage: .edit, code: .editFailed,
    failure: "the picture cannot be resized"
  ) { draft in
    let edited = draft.frames.fullSize
    let request = draft.settings.size ?? SizeRequest(width: edited.width, enlarge: true)
    let plan = ResizePlan(edited, request)
    if plan.isCapped {
      draft.warn(
        .notEnlarged, "the picture is only \(edited.width)x\(edited.height) and was not enlarged")
    }
    let place = try plan.canvas.map { canvas in
      try request.gravity.place(plan.scaled, on: canvas, measuredFrom: draft.frames.first)
    }
    let background = draft.settings.background
    let isSingle = draft.frames.pictures.count == 1
    try draft.frames.change {
      let scaled =
        isSingle
        ? try draft.edited.picture(scaledTo: plan.scaled, request.kernel)
        : try $0.resized(to: plan.scaled, kernel: request.kernel)
      return try place.map { try scaled.placed($0, background) } ?? scaled
    }
    draft.frames = Frames(pictures: draft.frames.pictures, fullSize: plan.result, decodeScale: 1)
  }

  /// Operations for this output only, whose lengths are its own pixels.
  static let finish = PipelineStep<OutputDraft>(
    name: "finish", stage: .edit, code: .editFailed,
    failure: "the finish cannot be applied"
  ) {
    draft in
    for edit in try PictureEdits.make(draft.settings.finish) { try edit.apply(to: &draft.frames) }
    if draft.settings.finish.last?.name == "retro", draft.settings.isLossy {
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
