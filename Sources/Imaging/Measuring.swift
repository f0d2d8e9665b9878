import Manifest

/// A small copy of the picture that goes through the operations ahead of it. What operations take
/// from the picture is taken from the copy, whose size is fixed, so that every size of every output
/// gets the same.
struct Measuring {
  /// Of the copy's longer side, in pixels.
  private static let side = 512

  private var proxy: Frames
  /// Every pixel, for operations that must see them.
  private var whole: Frames?

  /// - Parameter frames: what the copy is made of; all pixels if one of the operations needs them.
  init(_ frames: Frames, for edits: [any PictureEdit]) throws {
    proxy = try frames.shrunk(to: Self.side)
    // Every measurement reads it.
    try proxy.change { try $0.inMemory() }
    if edits.contains(where: \.measuresWhole) { whole = frames }
  }

  /// What the decoder may divide both sides by for a copy.
  static func shrink(for info: SourceInfo, _ edits: [any PictureEdit]) -> Int {
    guard info.canShrink, !edits.contains(where: \.measuresWhole) else { return 1 }
    let longest = max(info.uprightSize.width, info.uprightSize.height)
    return [8, 4, 2].first { longest / $0 >= side } ?? 1
  }

  /// Settles operations, each on what those before it made of the picture.
  /// - Parameters:
  ///   - frames: all pixels, where they are others than at first.
  ///   - goesOn: whether something is measured after them.
  /// - Returns: what each took from the picture; nil for those that took nothing.
  @discardableResult
  mutating func settle(
    _ edits: inout [any PictureEdit], in frames: Frames? = nil, goesOn: Bool = false
  ) throws -> [Measured?] {
    if let frames { whole = edits.contains(where: \.measuresWhole) ? frames : nil }
    var taken = [Measured?](repeating: nil, count: edits.count)
    for index in edits.indices {
      if edits[index].isUnsettled, var waiting = edits[index] as? any MeasuredEdit {
        taken[index] = try settle(&waiting)
        edits[index] = waiting
      }
      guard goesOn || edits[(index + 1)...].contains(where: \.isUnsettled) else { break }
      try pass(through: edits[index])
    }
    return taken
  }

  /// Settles one operation that is.
  @discardableResult
  func settle(_ edit: inout some MeasuredEdit) throws -> Measured {
    let values = try edit.measure(edit.measuresWhole ? whole ?? proxy : proxy)
    edit.settle(values)
    return values
  }

  mutating func pass(through edit: any PictureEdit) throws {
    try edit.apply(to: &proxy)
    // Whatever it enlarged.
    proxy = try proxy.shrunk(to: Self.side)
    if whole != nil { try edit.apply(to: &whole!) }
  }
}

extension PictureEdit {
  /// Does it wait for a value from the picture?
  var isUnsettled: Bool { (self as? any MeasuredEdit).map { !$0.isSettled } ?? false }

  /// Does it wait for one that only all pixels together tell?
  fileprivate var measuresWhole: Bool {
    isUnsettled && (Self.self as? any MeasuredEdit.Type)?.measuresWhole == true
  }
}

extension [OutputSettings] {
  /// Does any take a value from the picture?
  func measureAnything() throws(Failure) -> Bool {
    for output in self {
      if let size = output.size, Resize(size, background: output.background).isUnsettled {
        return true
      }
      if try PictureEdits.make(output.finish, nil).contains(where: \.isUnsettled) { return true }
    }
    return false
  }
}

extension Frames {
  /// With the longer side of every picture at most this long.
  fileprivate func shrunk(to side: Int) throws -> Frames {
    let longest = max(first.width, first.height)
    guard longest > side else { return self }
    let factor = Double(side) / Double(longest)
    let size = Size(rounding: Double(first.width) * factor, Double(first.height) * factor)
    var small = self
    small.decodeScale *= factor
    try small.change { try $0.resized(to: size, kernel: .linear) }
    return small
  }
}
