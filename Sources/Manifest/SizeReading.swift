extension Reading {
  /// The sizes that an output asks for, in the order written; one nil if it asks for none, nothing
  /// if they are wrong.
  func sizes(_ fields: Fields) -> [SizeRequest?] {
    let count = problems.count
    for name in ["width", "height", "box"] { refuseTwice(fields, name) }
    let sizes = combinations(fields)
    return problems.count > count ? [] : sizes
  }

  private func combinations(_ fields: Fields) -> [SizeRequest?] {
    func listed(_ name: String) -> [Operation.Value]? {
      switch fields.values[name] {
      case .list(let values)?: values
      case let value?: [value]
      case nil: nil
      }
    }
    func numbers(_ name: String) -> [Int?] {
      listed(name)?.map { if case .number(let number) = $0 { Int(number) } else { nil } } ?? [nil]
    }
    checkSides(fields)
    if fields.entries["box"] != nil {
      return (listed("box") ?? []).compactMap(\.box).map { box in
        request(fields, width: box.width, height: box.height)
      }
    }
    let widths = numbers("width")
    let heights = numbers("height")
    if widths.count > 1, heights.count > 1 {
      refuse(
        fields.place("height"), "only one of 'width' and 'height' can be a list",
        "use a list of boxes such as [\"480x320\", \"960x640\"]")
      return []
    }
    if fields.entries["width"] == nil, fields.entries["height"] == nil { return [nil] }
    return widths.flatMap { width in
      heights.map { request(fields, width: width, height: $0) }
    }
  }

  /// What outputs and `resize` have in common.
  func checkSides(_ fields: Fields) {
    let sides = ["width", "height"].filter { fields.entries[$0] != nil }
    if let box = fields.entries["box"] {
      if let side = sides.first {
        refuse(box.position, "'box' does not go with '\(side)'", "a box has both sides already")
      }
    } else if sides.count < 2, let fit = fields.text("fit"), fit != "inside" {
      refuse(fields.place("fit"), "'fit: \(fit)' needs both 'width' and 'height'")
    }
  }

  private func request(_ fields: Fields, width: Int?, height: Int?) -> SizeRequest {
    SizeRequest(
      width: width, height: height, fit: fields.word("fit") ?? .inside,
      gravity: fields.word("gravity") ?? .centre, enlarge: fields.flag("enlarge") ?? false,
      kernel: fields.word("kernel") ?? .lanczos3, linear: fields.flag("linear") ?? false)
  }

  private func refuseTwice(_ fields: Fields, _ name: String) {
    guard case .list(let values)? = fields.values[name],
      let nodes = fields.entries[name]?.value.list
    else { return }
    for (index, value) in values.enumerated() {
      let isTwice = values[..<index].contains { earlier in
        guard let a = earlier.box, let b = value.box else { return false }
        return a == b
      }
      if isTwice { refuse(nodes[index].position, "'\(name)' lists \(nodes[index].short) twice") }
    }
  }
}
