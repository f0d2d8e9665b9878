extension Kind {
  /// Whether its parts are read by a reader of their own.
  var isNested: Bool {
    switch self {
    case .operations, .entries, .outputs, .variables: true
    default: false
    }
  }

  /// The value that a scalar stands for; nil if it is not of this kind.
  func value(of scalar: Node.Scalar) -> Operation.Value? {
    let text = scalar.text
    let number = scalar.style == .quoted ? nil : decimal(text)
    switch self {
    case .flag:
      return scalar.style == .quoted ? nil : ["true": .flag(true), "false": .flag(false)][text]
    case .integer(let range):
      guard let number, number == number.rounded(), abs(number) < 1e15,
        range.contains(Int(number))
      else { return nil }
      return .number(number)
    case .number(let range):
      return number.flatMap { range.contains($0) ? .number($0) : nil }
    case .text:
      return scalar.isNull || text.isEmpty || text.utf8.contains(0) ? nil : .text(text)
    case .word(let words):
      return words.contains(text) ? .text(text) : nil
    case .length(let range):
      if let number { return range.contains(number) ? .number(number) : nil }
      guard text.hasSuffix("%"), let share = decimal(String(text.dropLast())),
        range.lowerBound < 0 || (range.lowerBound == 0 ? share >= 0 : share > 0), share <= 10_000
      else { return nil }
      return .text(text)
    case .color:
      return Color(css: text) == nil ? nil : .text(text)
    case .opaqueColor:
      return Color(css: text)?.alpha == 255 ? .text(text) : nil
    case .ratio:
      if let number { return (0.001...1000).contains(number) ? .number(number) : nil }
      return Operation.Value.text(text).ratio == nil ? nil : .text(text)
    case .size:
      return sides(text) == nil ? nil : .text(text)
    case .box:
      if let number {
        return Kind.integer(1...65535).value(of: scalar).map { _ in .number(number) }
      }
      return sides(text) == nil ? nil : .text(text)
    case .duration:
      return milliseconds(text, number).map { .number(Double($0)) }
    case .oneOf(let kinds):
      return kinds.lazy.compactMap { $0.value(of: scalar) }.first
    case .list, .mapping, .operations, .entries, .outputs, .variables:
      return nil
    }
  }

  /// Whether a node is of this kind, the parts of lists and mappings not looked at.
  fileprivate func fits(_ node: Node) -> Bool {
    switch self {
    case .list: node.list != nil
    case .mapping: node.mapping != nil
    default: node.scalar.flatMap { value(of: $0) } != nil
    }
  }
}

extension Reading {
  /// A value of a kind; nil and a problem if it is none.
  func value(_ node: Node, _ kind: Kind, of name: String) -> Operation.Value? {
    switch kind {
    case .oneOf(let kinds):
      if let kind = kinds.first(where: { $0.fits(node) }) { return value(node, kind, of: name) }
    case .list(let element, let count):
      if let nodes = node.list, count.contains(nodes.count) {
        let values = nodes.compactMap { value($0, element, of: name) }
        return values.count == nodes.count ? .list(values) : nil
      }
      if node.list != nil {
        refuse(node.position, "'\(name)' must have \(kind.counted)")
        return nil
      }
    case .mapping(let parameters):
      if node.mapping != nil {
        guard let fields = fields(node, parameters, of: "'\(name)'") else { return nil }
        return .list(
          parameters.compactMap { parameter in
            fields.values[parameter.name].map { .list([.text(parameter.name), $0]) }
          })
      }
    default:
      if let value = node.scalar.flatMap({ kind.value(of: $0) }) { return value }
    }
    wrong(node, kind, name)
    return nil
  }

  private func wrong(_ node: Node, _ kind: Kind, _ name: String) {
    var hint: String?
    if let scalar = node.scalar, case .list(let element, _) = kind,
      element.value(of: scalar) != nil
    {
      hint = "write it as a list: [\(displayed(scalar.text))]"
    } else if let scalar = node.scalar, !scalar.text.isEmpty {
      let plain = Node.Scalar(text: scalar.text, style: .plain)
      hint =
        scalar.style == .quoted && kind.value(of: plain) != nil
        ? "write it without quotes" : NearestWord.hint(scalar.text, among: kind.words)
    }
    refuse(
      node.position, "'\(displayed(name))' must be \(kind.expectation), not \(node.shown)", hint)
  }
}

extension Kind {
  fileprivate var counted: String {
    guard case .list(_, let count) = self else { return "" }
    return count.lowerBound == count.upperBound
      ? "\(count.lowerBound) values" : "\(count.lowerBound) to \(count.upperBound) values"
  }
}

extension Operation.Value {
  /// Width to height: of "3:2" or of a number; nil if it is neither, or beyond 1:1000.
  public var ratio: Double? {
    switch self {
    case .number(let number): return number
    case .text(let text):
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let width = decimal(String(parts[0])),
        let height = decimal(String(parts[1])), width > 0, height > 0,
        (0.001...1000).contains(width / height)
      else { return nil }
      return width / height
    default: return nil
    }
  }

  /// Both sides of a box: of `1024` or "800x600".
  public var box: (width: Int, height: Int)? {
    switch self {
    case .number(let number): (Int(number), Int(number))
    case .text(let text): sides(text)
    default: nil
    }
  }
}

/// A finite decimal number as YAML and JSON write it, and nothing else that Swift would read.
private func decimal(_ text: String) -> Double? {
  let allowed = text.utf8.allSatisfy {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
  }
  guard allowed, text.utf8.contains(where: { $0 >= UInt8(ascii: "0") }) else { return nil }
  return Double(text).flatMap { $0.isFinite ? $0 : nil }
}

private func sides(_ text: String) -> (width: Int, height: Int)? {
  let parts = text.split(separator: "x", omittingEmptySubsequences: false)
  guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
    let width = Int(parts[0]), let height = Int(parts[1]),
    (1...65535).contains(width), (1...65535).contains(height)
  else { return nil }
  return (width, height)
}

/// - Parameter number: the text as a number, which counts seconds.
private func milliseconds(_ text: String, _ number: Double?) -> Int? {
  let units: [(suffix: String, milliseconds: Double)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000),
  ]
  var time = number.map { $0 * 1000 }
  if time == nil, let unit = units.first(where: { text.hasSuffix($0.suffix) }) {
    time = decimal(String(text.dropLast(unit.suffix.count))).map { $0 * unit.milliseconds }
  }
  return time.flatMap { (1...86_400_000).contains($0) ? Int($0.rounded()) : nil }
}
